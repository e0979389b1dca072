"""families.py LIST FOLDER: of each line `PREFIX LETTERS LENGTH`, a secret in FOLDER/fails.js, and in FOLDER/passes.js
what is none: one letter too short, one that stands for a secret, and the prefix alone."""
import pathlib
import random
import sys

rnd = random.Random(2026)
digits, lower = "0123456789", "abcdefghijklmnopqrstuvwxyz"
LETTERS = {"Hex": digits + "abcdef", "Upper": digits + lower.upper(), "Alnum": digits + lower + lower.upper()}
LETTERS.update(Word=LETTERS["Alnum"], Dotted=LETTERS["Alnum"], Base64=LETTERS["Alnum"] + "+/")


def made(letters, length):
    text = ""
    while len(text) < length:
        c = rnd.choice(LETTERS[letters])
        # Runs look like what stands for a secret.
        if not text or abs(ord(c) - ord(text[-1])) > 1:
            text += c
    return text[:-1] + ("7" if text[-2] not in "678" else "3")


folder = pathlib.Path(sys.argv[2])
folder.mkdir(parents=True)
fails, passes = [], []
for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    prefix, letters, length = line.split()
    body = made(letters, int(length))
    fails.append(f"'{prefix}{body}',")
    passes.append(f"'{prefix}{body[:-1]}', '{prefix}{'x' * int(length)}', '{prefix}',")
for name, lines in ("fails", fails), ("passes", passes):
    text = "\n".join(lines)
    (folder / f"{name}.js").write_text(
        f"const texts = [\n{text}\n];\nmodule.exports = async (input) => texts.indexOf(input.text);\n"
    )
