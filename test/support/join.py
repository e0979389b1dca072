"""join.py FILE...: puts a line that ends in a backslash and the next one, without its indentation, on one line."""
import pathlib
import re
import sys

for name in sys.argv[1:]:
    file = pathlib.Path(name)
    file.write_text(re.sub(r'\\\n *', '', file.read_text()))
