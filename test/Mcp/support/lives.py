"""lives.py COMMAND...: how many calls' processes live while calls run, and after clients have gone in several ways."""
import json
import os
import subprocess
import sys
import time

from dialogue import PATIENCE, Server

CALL = {'jsonrpc': '2.0', 'method': 'tools/call', 'params': {'name': 'wait', 'arguments': {'forever': True}}}
BEGIN = {'jsonrpc': '2.0', 'id': 'begin', 'method': 'initialize', 'params': {'protocolVersion': '2025-11-25'}}


def stat_of(pid):
    try:
        with open(f'/proc/{pid}/stat') as file:
            return file.read().rsplit(')', 1)[1].split()
    except OSError:
        return None


def descendants(root):
    children = {}
    for pid in filter(str.isdigit, os.listdir('/proc')):
        if stat := stat_of(pid):
            children.setdefault(int(stat[1]), []).append(int(pid))
    found, todo = [], [root]
    while todo:
        for child in children.get(todo.pop(), []):
            found.append(child)
            todo.append(child)
    return found


def busy(pids):
    """Those that use the processor: calls, of which each runs for ever."""
    before = {pid: stat for pid in pids if (stat := stat_of(pid))}
    time.sleep(1.5)
    return sum(
        1
        for pid, stat in before.items()
        if (now := stat_of(pid)) and now[0] != 'Z' and int(now[11]) + int(now[12]) > int(stat[11]) + int(stat[12])
    )


def say(server, message):
    server.say(json.dumps(message).encode() + b'\n')


def begin():
    server = Server(sys.argv[1:])
    say(server, BEGIN)
    server.next_line(PATIENCE)
    return server


def left(pids):
    until = time.time() + 10
    while time.time() < until and any((stat := stat_of(pid)) and stat[0] != 'Z' for pid in pids):
        time.sleep(0.05)
    return sum(1 for pid in pids if (stat := stat_of(pid)) and stat[0] != 'Z')


def main():
    server = begin()
    say(server, {**CALL, 'id': 1})
    time.sleep(1)
    print('running:', busy(descendants(server.process.pid)))
    say(server, {'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': 1}})
    time.sleep(0.5)
    print('cancelled:', busy(descendants(server.process.pid)))
    others = len(descendants(server.process.pid))
    for number in range(100):
        say(server, {**CALL, 'id': number})
    until = time.time() + 30
    while time.time() < until and len(descendants(server.process.pid)) < others + 64:
        time.sleep(0.1)
    time.sleep(1)
    calls = descendants(server.process.pid)
    # A copy gets ready for the next call.
    at_once = len(calls) - others
    print('at once:', 64 if 64 <= at_once <= 65 else at_once, 'of 100')
    server.process.stdin.close()
    server.process.wait(PATIENCE)
    print('after the client:', left(calls))

    # A client that dies leaves pipes of which nobody holds the other end.
    script = f'''import json, subprocess, sys, time
server = subprocess.Popen({sys.argv[1:]!r}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for message in ({BEGIN!r}, {{**{CALL!r}, "id": 1}}):
    server.stdin.write(json.dumps(message).encode() + b"\\n")
server.stdin.flush()
time.sleep(100)'''
    client = subprocess.Popen([sys.executable, '-c', script])
    time.sleep(2)
    calls = descendants(client.pid)
    client.kill()
    client.wait()
    print('after a client that is killed:', left(calls) if calls else 'there were none')


if __name__ == '__main__':
    main()
