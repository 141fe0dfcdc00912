"""Sizes of the house: files in each folder, lines of files and functions, functions with a bare Any.

python -m bench.house [ROOT]    another checkout can be named, to compare
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles

CODE = {".py", ".ts", ".svelte"}
FOLDERS = ("src/heimlich", "web/src", "training")


def main(root: Path) -> None:
    """Print all figures of a checkout."""
    files = [
        file
        for folder in FOLDERS
        for file in sorted((root / folder).rglob("*"))
        if file.suffix in CODE and not {"static", "node_modules"} & set(file.parts)
    ]
    crowded = Counter(str(file.parent.relative_to(root)) for file in files if not file.stem.endswith(".test"))
    print("files in the fullest folders:", ", ".join(f"{name} {number}" for name, number in crowded.most_common(6)))
    print("lines of a file:", spread([len(file.read_text("utf-8").splitlines()) for file in files]))
    functions = [node for file in files if file.suffix == ".py" for node in functions_in(file)]
    print("lines of a function in Python:", spread([(node.end_lineno or 0) - node.lineno + 1 for node in functions]))
    print("functions:", len(functions), "of them with a bare Any:", sum(map(has_bare_any, functions)))


def spread(sizes: Sequence[int]) -> str:
    """Median, ninetieth percentile and largest, as text."""
    return f"median {median(sizes):g}, 90 % {quantiles(sizes, n=10)[-1]:.0f}, largest {max(sizes)}, of {len(sizes)}"


def functions_in(file: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions and methods of a file."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def has_bare_any(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a parameter or the result is annotated with Any alone."""
    parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    annotations = [*(parameter.annotation for parameter in parameters), node.returns]
    return any(isinstance(found, ast.Name) and found.id == "Any" for found in annotations)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
