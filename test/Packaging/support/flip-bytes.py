"""flip-bytes.py PACKAGE COUNT COMMAND...: flips one bit at COUNT positions spread over the package, always those of its first and
last entry and end record among them, and runs the command on each; prints the positions at which it does not exit 1."""
import os
import random
import subprocess
import sys
import tempfile

package, count, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
with open(package, 'rb') as file:
    original = file.read()
random.seed(len(original))
positions = set(range(0, 40)) | set(range(len(original) - 70, len(original)))
positions |= set(random.sample(range(len(original)), min(len(original), count)))
missed = []
with tempfile.TemporaryDirectory() as folder:
    changed = os.path.join(folder, 'changed.zip')
    for position in sorted(positions):
        data = bytearray(original)
        data[position] ^= 1 << random.randrange(8)
        with open(changed, 'wb') as file:
            file.write(data)
        code = subprocess.run([*command, changed], capture_output=True).returncode
        if code != 1:
            missed.append(f'byte {position}: exit code {code}')
print('\n'.join(missed) or f'{len(positions)} changes, all caught')
sys.exit(bool(missed))
