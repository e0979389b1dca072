"""dialogue.py AGENTC FOLDER [utf-8] < SCRIPT: an editor's dialogue with `agentc lsp`, a command a line; `//` begins a
remark.

  open FILE | close FILE | save FILE
  edit FILE "OLD" "NEW"           replaces the first place of a text
  find FILE                       prints what is published for it as it is
  ask METHOD FILE ["TEXT"]        prints the result of a request at a text, or about the whole document
  act FILE "TEXT" [KIND]          prints the titles of actions at a text, and what they would make of the line
  write FILE "TEXT"               writes a file behind the editor's back, and tells
  send JSON | await ID            any message, and its answer
"""
import json
import shlex
import sys

import client

agentc, folder = sys.argv[1:3]
ABILITIES = {'general': {'positionEncodings': ['utf-8', 'utf-16']}} if 'utf-8' in sys.argv else {}
server = client.Server(agentc, folder, ABILITIES, {'showPlaces': 'places' in sys.argv})


def show(value):
    print(json.dumps(value, ensure_ascii=False).replace(server.uri('.'), 'ROOT'))


def spot(place):
    return f"{place['start']['line']}:{place['start']['character']}-{place['end']['line']}:{place['end']['character']}"


def whole(name):
    return {'start': {'line': 0, 'character': 0}, 'end': {'line': 10**6, 'character': 0}}


def parameters(name, needle):
    place = server.position(name, server.place(name, needle)) if needle else None
    return {'textDocument': {'uri': server.uri(name)}, 'context': {'diagnostics': [], 'includeDeclaration': True},
            **({'position': place, 'range': {'start': place, 'end': place}} if needle else {'range': whole(name)})}


def find(name):
    server.settle(name)
    version, found = server.published[name]
    if version != server.versions[name]:
        sys.exit(f'{name}: what is published is of version {version}')
    print(f'{name}: {len(found)} found')
    for each in found:
        severity = ['error', 'warning', 'note'][each['severity'] - 1]
        print(f"  {spot(each['range'])} {severity} {each['code']}: {each['message'].splitlines()[0]}",
              *(['unnecessary'] if each.get('tags') else []))
        for note in each.get('relatedInformation', []):
            print(f"    {server.name(note['location']['uri'])} {spot(note['location']['range'])} {note['message']}")


def edited(edit):
    """What an edit makes of each file, as lines that differ."""
    for uri, changes in edit['changes'].items():
        name = server.name(uri)
        text = server.texts.get(name) or (server.folder / name).read_text()
        lines = text.split('\n')
        for change in sorted(changes, key=lambda each: -each['range']['start']['line']):
            start, end = change['range']['start'], change['range']['end']
            head = '\n'.join(lines[:start['line']] + [lines[start['line']][:start['character']]])
            tail = '\n'.join([lines[end['line']][end['character']:]] + lines[end['line'] + 1:])
            text = head + change['newText'] + tail
            lines = text.split('\n')
        before = (server.texts.get(name) or (server.folder / name).read_text()).split('\n')
        for line in lines:
            if line not in before:
                print(f'    {name}+ {line}')
        for line in before:
            if line not in lines:
                print(f'    {name}- {line}')


def act(name, needle, *kinds):
    asked = parameters(name, needle)
    asked['context'] = {'diagnostics': [], **({'only': list(kinds)} if kinds else {})}
    for action in server.request('textDocument/codeAction', asked)['result']:
        print(f"  {action['kind']}{' preferred' if action.get('isPreferred') else ''}: {action['title']}")
        edited(action['edit'])


def obey(line):
    verb, _, rest = line.partition(' ')
    words = shlex.split(rest) if verb not in ('send',) else [rest]
    words = [
        word.encode().decode('unicode_escape').encode('latin-1').decode() if verb in ('edit', 'write') else word
        for word in words
    ]
    if verb == 'open':
        server.open(*words)
    elif verb == 'close':
        server.close(*words)
    elif verb == 'save':
        server.notify('textDocument/didSave', {'textDocument': {'uri': server.uri(words[0])}})
    elif verb == 'edit':
        at = server.place(words[0], words[1])
        server.replace(words[0], at, at + len(words[1].removeprefix('#2 ')), words[2])
    elif verb == 'find':
        find(words[0])
    elif verb == 'ask':
        answer = server.request('textDocument/' + words[0], parameters(words[1], words[2] if len(words) > 2 else None))
        show(answer.get('result') if 'result' in answer else answer['error'])
    elif verb == 'hover':
        answer = server.request('textDocument/hover', parameters(*words))['result']
        print(answer['contents']['value'].replace(server.uri('.'), 'ROOT') if answer else 'nothing')
    elif verb == 'act':
        act(*words)
    elif verb == 'write':
        (server.folder / words[0]).write_text(words[1])
        server.notify('workspace/didChangeWatchedFiles', {'changes': [{'uri': server.uri(words[0]), 'type': 2}]})
    elif verb == 'send':
        server.write(words[0].replace('ROOT', server.uri('.')).encode())
    elif verb == 'await':
        show(server.answer(json.loads(words[0])))
    else:
        sys.exit(f'there is no command {verb}')


for line in sys.stdin:
    if line.strip() and not line.startswith('//'):
        print('>', line.strip(), flush=True)
        obey(line.strip())
print('exit code', server.end())
