"""ignore-oracle.py ANSWERS FOLDER [COUNT [SEED]]: what ignore-answers says of made-up ignore files and paths, beside
`git check-ignore`, which looks at files and folders of a repository that is made in FOLDER. Fails at one difference."""
import json
import os
import pathlib
import random
import subprocess
import sys

answers, folder = sys.argv[1], pathlib.Path(sys.argv[2])
count, seed = int((sys.argv[3:] or [400])[0]), int((sys.argv[4:] or [random.randrange(1000000)])[0])
rnd = random.Random(seed)
NAMES = [
    "a",
    "b",
    "ab",
    "abc",
    "ad",
    "c",
    "a.b",
    "A",
    "1",
    "a1",
    "_",
    "a b",
    "a ",
    "[",
    "]",
    "!a",
    "#a",
    "é",
    "-",
    "{a,b}",
    "*",
    "\\",
    "a\\b",
    "^",
    "\t",
]
PIECES = [
    "a",
    "b",
    "c",
    "d",
    "1",
    ".",
    "*",
    "*",
    "**",
    "***",
    "?",
    "[a-c]",
    "[!a]",
    "[^b]",
    "[[:alpha:]]",
    "[[:digit:]_]",
    "[![:punct:]]",
    "[[:nothing:]]",
    "[[:alpha:]",
    "[]",
    "[]a]",
    "[a",
    "[z-a]",
    "[a-]",
    "[a/b]",
    "[\\]a]",
    "[[:]",
    "[a-[:digit:]]",
    "[b-\\c]",
    "\\*",
    "\\a",
    "\\\\",
    "\\",
    "\\/",
    "\\ ",
    " ",
    "\t",
    "é",
    "!",
    "#",
    "{a,b}",
    "-",
    "]",
    "^",
]
one = rnd.choice


def name():
    return "".join(one(PIECES) for _ in range(one([1, 1, 1, 2, 2, 3])))


def pattern():
    parts = [one([name, name, lambda: one(NAMES[:6]), lambda: "**"])() for _ in range(one([1, 1, 2, 2, 3]))]
    return (one(["", "", "", "!", "\\!", "\\#", "/", "!/", "#"]) + "/".join(parts)
            + one(["", "", "", "", "/", "//", "/**", " ", "\\ ", "  ", "\t", "\r"]))


def ignore_file():
    return one(["", "", "", "\ufeff"]) + "".join(pattern() + "\n" for _ in range(one([1, 1, 2, 3])))


def tree():
    paths = set()
    for _ in range(16):
        path = [one(NAMES[:6] if rnd.random() < .7 else NAMES) for _ in range(one([1, 2, 2, 3, 4]))]
        for i in range(1, len(path)):
            paths.add("/".join(path[:i]) + "/")
        paths.add("/".join(path))
    return sorted(path for path in paths if path + "/" not in paths)


os.environ.update(HOME=str(folder), GIT_CONFIG_NOSYSTEM="1", XDG_CONFIG_HOME=str(folder))
folder.mkdir(parents=True)
subprocess.run(["git", "init", "-q", folder], check=True)
cases = []
for i in range(count):
    text, paths = ignore_file(), tree()
    top = folder / f"case{i}"
    for path in paths:
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        if path.endswith("/"):
            (top / path).mkdir(exist_ok=True)
        else:
            (top / path).write_bytes(b"")
    (top / ".gitignore").write_text(text, newline="")
    cases.append((f"case{i}/", text, paths))

asked = "".join(top + path.rstrip("/") + "\0" for top, _, paths in cases for path in paths)
said = (
    subprocess.run(
        ["git", "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"],
        cwd=folder,
        input=asked.encode(),
        stdout=subprocess.PIPE,
    )
    .stdout.decode()
    .split("\0")
)
git = iter("y" if said[i] and not said[i + 2].startswith("!") else "n" for i in range(0, len(said) - 3, 4))
ours = subprocess.run(
    [answers],
    input="".join(json.dumps([text, *paths]) + "\n" for _, text, paths in cases),
    text=True,
    check=True,
    stdout=subprocess.PIPE,
).stdout.splitlines()
total = ignored = differences = 0
for (_, text, paths), line in zip(cases, ours, strict=True):
    for path, mine in zip(paths, line, strict=True):
        theirs = next(git)
        total += 1
        ignored += theirs == "y"
        if mine != theirs:
            differences += 1
            print(f"{text!r} {path!r}: {mine}, and git says {theirs}")
print(f"seed {seed}: {total} paths, {ignored} ignored, {differences} differences")
sys.exit(bool(differences))
