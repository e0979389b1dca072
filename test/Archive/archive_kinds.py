"""What zip_kinds.py and tar_kinds.py share: a plain bundle's files, and the table of kinds."""
MANIFEST = b'{"name": "plain", "version": "1.0.0", "main": "index.js"}\n'
INDEX = b"module.exports = async (input) => ({ doubling: input.number * 2 });\n"


def table():
    """A table of kinds, and the decorator that adds a function to it by its name."""
    kinds = {}

    def kind(function):
        kinds[function.__name__.replace("_", "-")] = function
        return function

    return kinds, kind
