"""with-http.py SERVER... -- COMMAND...: starts a server over HTTP, runs a command with its address in MCP_URL, ends the
server as its owner would, and prints how that went."""
import os
import re
import signal
import subprocess
import sys

at = sys.argv.index('--')
server = subprocess.Popen(sys.argv[1:at], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
url = None
for line in server.stderr:
    if found := re.search(r'serving at (http://\S+)', line):
        url = found[1]
        break
    print(line, end='', file=sys.stderr)
if url is None:
    sys.exit(f'the server has not begun: {server.wait()}')
code = subprocess.run(sys.argv[at + 1:], env={**os.environ, 'MCP_URL': url}).returncode
server.send_signal(signal.SIGTERM)
try:
    print('server exit code', server.wait(30))
except subprocess.TimeoutExpired:
    server.kill()
    sys.exit('the server does not end')
sys.exit(code)
