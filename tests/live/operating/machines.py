"""A machine of its own for a test: systemd is its first process, and a cable leads from it to one other host.

Its files are those of this machine, with a layer above them in memory: whatever is installed or written there is gone
with it. The other host stands for the rest of the world: it has the name of the authority that gives out certificates
(a Caddy with an authority of its own), and visitors come from there. Needs root and namespaces; changes nothing here.
"""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.live.proxies import need_proxy
from tests.live.servers import PATIENCE

NAME = "spies.example.net"
AUTHORITY = "acme-v02.api.letsencrypt.org"  # whom Caddy asks for a certificate, unless told otherwise
MACHINE, WORLD = "10.73.0.2", "10.73.0.1"
HOME = "/srv/root"  # root's own folder there, which is empty
CHECKOUT = f"{HOME}/heimlich"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
HOSTS = f"127.0.0.1 localhost\n{MACHINE} {NAME}\n{WORLD} {AUTHORITY}\n"
# What a new machine does not have; the rest of this machine's files does not matter to the commands.
TAKEN_AWAY = (
    *("/opt/heimlich", "/var/lib/heimlich", "/etc/heimlich.env", "/etc/systemd/system/heimlich*"),
    "/usr/sbin/policy-rc.d",  # which images of containers have, so that no package starts a service
)
BOOT = f"""
set -e
folder=$1
mount --make-rprivate /
mkdir $folder/groups && mount -t cgroup2 none $folder/groups
mkdir $folder/groups/$2 && echo $$ > $folder/groups/$2/cgroup.procs
mkdir $folder/layer && mount -t tmpfs -o size=3g none $folder/layer
mkdir $folder/layer/upper $folder/layer/work $folder/root
mount -t overlay none -o lowerdir=/,upperdir=$folder/layer/upper,workdir=$folder/layer/work $folder/root
cd $folder/root
mount -t sysfs -o ro none sys
for place in run dev; do mount -t tmpfs -o mode=0755 none $place; done
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 none dev/pts && ln -s pts/ptmx dev/ptmx
mount -t tmpfs none dev/shm
touch dev/console
rm -rf etc/systemd/system/*.wants etc/machine-id etc/resolv.conf {" ".join(f".{place}" for place in TAKEN_AWAY)}
cp --dereference /etc/resolv.conf etc/resolv.conf
touch etc/machine-id
ln -sf /dev/null etc/systemd/system/console-getty.service
mkdir -p .{CHECKOUT}
exec unshare --cgroup --net --uts --ipc --pid --fork --kill-child bash -c '
    set -e
    mount -t proc none proc
    mount --bind proc/sys proc/sys && mount -o remount,ro,bind proc/sys
    mount -t cgroup2 none sys/fs/cgroup
    ip link set lo up
    mkdir -p old && pivot_root . old && umount -l /old
    exec env -i container=test PATH={PATH} /lib/systemd/systemd --unit=multi-user.target < /dev/null
'
"""
# What booting needs of the kernel.
TRIAL = """
set -e
mount --make-rprivate /
mount -t tmpfs none /mnt && cd /mnt && mkdir groups upper work root
mount -t cgroup2 none groups
trial=groups/heimlich-trial-$(date +%N) && mkdir $trial && rmdir $trial
mount -t overlay none -o lowerdir=/,upperdir=upper,workdir=work root
ip link add wire type veth peer name eth0
"""
CERTIFICATES = f"""
{{
	admin off
	skip_install_trust
	auto_https disable_redirects
}}
https://{AUTHORITY} {{
	tls internal
	rewrite /directory /acme/local/directory
	acme_server
}}
"""


class Machine:
    """The machine and the world beside it, while they run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._group = f"heimlich-{os.getpid()}-{time.monotonic_ns()}"
        self._started: list[subprocess.Popen[bytes]] = []
        self._first = self._world = 0  # a process of each of the two
        self.authority = folder  # the certificate to believe
        self.said: dict[str, str] = {}  # what a test wants to keep of what commands said

    def start(self) -> None:
        """Boot it, and lay the cable."""
        need_proxy("caddy")
        self._world = self._begin(("unshare", "--mount", "--net", "sleep", "infinity"))
        boot = self._begin(("unshare", "--mount", "bash", "-c", BOOT, "bash", str(self._folder), self._group))
        self._first = _wait_for_child(boot, "systemd", self._written)
        _wait(lambda: _comm(self._world) == "sleep", self._written)
        for line in (
            f"ip link add wire type veth peer name eth0 netns {self._first}",
            f"ip address add {WORLD}/24 dev wire",
            "ip link set lo up",
            "ip link set wire up",
            f"mount --make-rprivate / && mount --bind {self._write('hosts', HOSTS)} /etc/hosts",
        ):
            self.outside(line)
        self.run(f"ip address add {MACHINE}/24 dev eth0 && ip link set eth0 up")
        _wait(lambda: self.run("systemctl is-system-running", check=False) in {"running", "degraded"}, self._written)

    def _begin(self, words: Sequence[str]) -> int:
        with (self._folder / "said").open("ab") as said:
            process = subprocess.Popen(
                words, stdout=said, stderr=said, stdin=subprocess.DEVNULL, start_new_session=True
            )
        self._started.append(process)
        return process.pid

    def _written(self) -> str:
        return (self._folder / "said").read_text("utf-8", "replace")

    def _write(self, name: str, text: str) -> Path:
        path = self._folder / name
        path.write_text(text, "utf-8")
        return path

    def found_by_name(self) -> None:
        """Give the machine its name, and the world its authority for certificates, which the machine believes."""
        config = self._write("authority", CERTIFICATES)
        home = self._folder / "authority-home"
        caddy = need_proxy("caddy")
        enter = ("nsenter", "-t", str(self._world), "-m", "-n", "env", f"HOME={home}", f"XDG_DATA_HOME={home}")
        self._begin((*enter, caddy, "run", "--adapter", "caddyfile", "--config", str(config)))
        root = home / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        answers = f"curl --silent --fail --cacert {root} https://{AUTHORITY}/directory"
        _wait(lambda: root.is_file() and "newOrder" in self.outside(answers, check=False), self._written)
        self.authority = root
        self.run("cat >> /etc/ssl/certs/ca-certificates.crt", given=root.read_bytes())
        self.run("cat > /etc/hosts", given=HOSTS.encode())

    def run(self, command: str, *, given: bytes = b"", check: bool = True, online: bool = False) -> str:
        """What a command of root's in the checkout says. Online, it reaches what this machine reaches (packages)."""
        done = self.shell(command, given=given, online=online)
        text = (done.stdout + done.stderr).decode("utf-8", "replace").strip()
        assert done.returncode == 0 or not check, f"{command}\n{text}"
        return text

    def shell(self, command: str, *, given: bytes = b"", online: bool = False) -> subprocess.CompletedProcess[bytes]:
        """The same, whatever comes of it."""
        spaces = ("-m", "-p", "-u", "-i") if online else ("-m", "-p", "-u", "-i", "-n")
        kept = [f"{name}={value}" for name, value in os.environ.items() if name.startswith("PIP_")] if online else []
        enter = ("nsenter", "-t", str(self._first), *spaces, "env", "-i", f"PATH={PATH}", f"HOME={HOME}", *kept)
        words = (*enter, "bash", "-c", f"cd {CHECKOUT} && {command}")
        return subprocess.run(words, input=given, capture_output=True, timeout=600)

    def outside(self, command: str, *, check: bool = True) -> str:
        """What a command says that is given at the other host."""
        words = ("nsenter", "-t", str(self._world), "-m", "-n", "bash", "-c", command)
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE * 2)
        assert done.returncode == 0 or not check, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def stop(self) -> None:
        """Switch it off, and take its groups of processes away."""
        if self._first:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._first, 9)  # and with it everything that it has started
        for process in reversed(self._started):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            process.wait(PATIENCE)
        (self._folder / "groups").mkdir(exist_ok=True)
        clear = "mount -t cgroup2 none $1 && cd $1 && (! test -d $2 || find $2 -depth -type d -exec rmdir {} +)"
        words = ("unshare", "--mount", "bash", "-c", clear, "bash", str(self._folder / "groups"), self._group)
        _wait(lambda: subprocess.run(words, capture_output=True).returncode == 0, self._written)


def _comm(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def _wait(is_so: Callable[[], bool], said: Callable[[], str]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until, said()
        time.sleep(0.05)


def _wait_for_child(pid: int, name: str, said: Callable[[], str]) -> int:
    """The process below another one that has become what it shall be."""
    found: list[int] = []

    def look() -> bool:
        with contextlib.suppress(OSError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            found.extend(int(child) for child in children if _comm(int(child)) == name)
        return bool(found)

    _wait(look, said)
    return found[0]


def need_machine() -> None:
    """Skip where the kernel refuses a machine; the programs must be there where everything must be."""
    programs = ("unshare", "nsenter", "ip", "systemctl", "caddy", "curl")
    missing = [name for name in programs if not shutil.which(name, path=PATH)]
    if missing and os.environ.get("CI"):
        pytest.fail(f"a machine of its own needs {', '.join(missing)}")
    if missing or os.geteuid() != 0:
        pytest.skip(f"a machine of its own needs {', '.join(missing) or 'root'}")
    enter = ("unshare", "--mount", "--net", "--pid", "--fork", "bash", "-c", TRIAL)
    tried = subprocess.run(enter, capture_output=True, text=True)
    if tried.returncode != 0:
        pytest.skip(f"this kernel refuses a machine of its own: {tried.stderr.strip()}")


@contextlib.contextmanager
def booted(folder: Path) -> Iterator[Machine]:
    """A machine for a while."""
    need_machine()
    machine = Machine(folder)
    try:
        machine.start()
        yield machine
    finally:
        machine.stop()
