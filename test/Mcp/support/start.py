"""start.py SETTINGS: starts the servers of a settings file from another folder, with nobody to ask them."""
import json
import subprocess
import sys

with open(sys.argv[1]) as file:
    for server in json.load(file)['mcpServers'].values():
        print(
            'exit code',
            subprocess.run(
                [server['command'], *server['args']], cwd='/', stdin=subprocess.DEVNULL, timeout=60
            ).returncode,
        )
