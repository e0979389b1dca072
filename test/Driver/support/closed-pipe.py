"""closed-pipe.py COMMAND...: runs it with a standard output that nobody reads any more; exits with what it exits with,
which is what it found, however much of it was read."""
import os
import subprocess
import sys

reader, writer = os.pipe()
os.close(reader)
sys.exit(subprocess.run(sys.argv[1:], stdout=writer, check=False).returncode)
