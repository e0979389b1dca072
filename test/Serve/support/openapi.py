"""openapi.py AGENTC WORK: prints a server's `/openapi.json`."""
import pathlib
import sys

from serving import Server

with Server(sys.argv[1], pathlib.Path(sys.argv[2]) / 'state') as server:
    print(server.client('').get('/openapi.json').body.decode())
