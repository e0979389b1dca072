"""hostile_text.py AGENTC FOLDER: definitions with texts that a terminal would obey or hide; looks at every output for
them."""
import json
import pathlib
import re
import subprocess
import sys

agentc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
# Escape codes, C1, direction, tags, zero width, line separator.
HOSTILE = '\\u001b[31m\\u009b\\u202e\\u{e0041}\\u200b\\u2028'
SEEN = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]')
LONE = '\\ud800'


def source():
    execute = 'execute: () => 1'
    yield "import {createTool, createAgent} from 'lightfast'"
    yield f"createTool({{name: 'a{HOSTILE}', description: 'x', {execute}}})"
    yield (
        f"createTool({{name: 'text', description: 'red {HOSTILE} end', {execute}, parameters: {{type: 'object',"
        f" properties: {{'k{HOSTILE}': {{description: '{HOSTILE}'}}}}}}}})"
    )
    yield f"createTool({{name: 'lone', description: 'x{LONE}y', {execute}}})"
    yield (
        f"createTool({{name: 'loneKey', description: 'x', parameters: {{type: 'object', properties: {{'{LONE}':"
        f" {{}}}}}}, {execute}}})"
    )
    yield f"createTool({{name: 'pair', description: '\\ud83d' + '\\ude00', {execute}}})"
    yield f"createTool({{name: 'huge', description: '{'y' * 10_000_000}', {execute}}})"
    yield f"createTool({{name: 'params', description: 'x', execute: function ({'p' * 100_000}) {{}}}})"
    yield f"createTool({{name: '{'n' * 200}', description: 'x', {execute}}})"
    yield (
        f"createAgent({{name: 'n{HOSTILE}', system: '{HOSTILE}', model: gateway('m{HOSTILE}{LONE}'), tools:"
        f" {{'key{HOSTILE}': createTool({{description: 'k', {execute}}})}}}})"
    )


def main():
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / 'a.ts'
    file.write_text('\n'.join(source()) + '\n')
    for flags in (
        [],
        ['--plain'],
        ['--strict'],
        ['--format=text'],
        ['--target=anthropic'],
        ['--target=openai'],
        ['--target=mcp'],
    ):
        run = subprocess.run([agentc, 'extract-config', *flags, file], capture_output=True, check=False)
        for name, bytes_ in (('output', run.stdout), ('errors', run.stderr)):
            text = bytes_.decode('utf-8')
            if SEEN.search(text) or '\ufffd' in text:
                print(f'{flags}: {name} hold characters that they should escape')
        print(
            f"{' '.join(flags) or 'all'}: exit code {run.returncode},"
            f" {len(run.stdout) < 60_000 and len(run.stderr) < 20_000}"
        )
        if not flags:
            for kind in ('agents', 'tools'):
                for one in json.loads(run.stdout)[kind]:
                    for key in ('name', 'description', 'instructions', 'model', 'parameters'):
                        if key in one:
                            print(f"{one['id']}.{key} {one[key]['kind']} {one[key].get('reason', '')}")
                    print(
                        f"{one['id']} params {max(map(len, one.get('execute', {}).get('parameters', [])), default=0)}"
                    )


main()
