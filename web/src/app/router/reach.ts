// From where an address can be opened: everywhere, in one network, or on one machine.

export type Reach = "machine" | "network" | "everywhere";

const MACHINE = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1\])$/i;
const NETWORK = /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cde].*\]|[^.[]+|.*\.(local|lan|home|internal|home\.arpa))$/i;

/** By the name in the address bar; what is only known to some name server counts as everywhere. */
export function reachOf(host: string): Reach {
  if (MACHINE.test(host)) return "machine";
  return NETWORK.test(host) ? "network" : "everywhere";
}
