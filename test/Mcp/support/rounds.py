"""rounds.py COMMAND... < SCRIPT: a client of 2026-07-28 that calls a tool for each line, `TOOL {MEMBERS}`, which
indented lines continue: `capabilities` are its own, the others the call's. A `requestState` of `last` is the last that
it got, one of `changed` that with another end. Prints each answer, without its states and what the server says of
itself."""
import json
import sys

from dialogue import PATIENCE, Server

META = 'io.modelcontextprotocol/'


def params_of(line, last):
    name, members = line.split(' ', 1)
    params = {'name': name, 'arguments': {}, **json.loads(members)}
    meta = {META + 'protocolVersion': '2026-07-28', META + 'clientCapabilities': params.pop('capabilities', {})}
    state = params.get('requestState')
    if state == 'last':
        params['requestState'] = last
    elif state == 'changed':
        params['requestState'] = last + 'x'
    return {**params, '_meta': meta}


def main():
    server, last = Server(sys.argv[1:]), ''
    for number, line in enumerate(sys.stdin.read().replace('\n  ', ' ').splitlines()):
        request = {'jsonrpc': '2.0', 'id': number, 'method': 'tools/call', 'params': params_of(line, last)}
        server.say(json.dumps(request).encode() + b'\n')
        heard = server.next_line(PATIENCE)
        answer = json.loads(heard)
        result = answer.get('result', answer.get('error'))
        if 'requestState' in result:
            last, result['requestState'] = result['requestState'], '…'
        if '_meta' in result:
            del result['_meta']
        print(number, json.dumps(result, sort_keys=True, ensure_ascii=False, separators=(',', ':')), flush=True)
    server.process.stdin.close()
    print('exit code', server.process.wait(PATIENCE))


if __name__ == '__main__':
    main()
