"""follow_instead.py AGENTC FOLDER TOOLS: does what each rule's manual page says under "Instead", and expects that it
leads out. With the page's files in it, the page's failing example has neither this finding nor an error that it did not
have before; each command of the page succeeds; what a line of help names by `agentc …` or `--…` is there.
TOOLS is a folder of npm's programs."""
import json
import os
import pathlib
import re
import subprocess
import sys

AGENTC, FOLDER, TOOLS = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
FILES = {'js': 'index.js', 'json': 'package.json', 'jsonc': 'agentc.json'}
# Pages that show a file of another name.
OTHER_FILE = {'invalid-config-schema': 'config.schema.json'}
MANIFEST = '{"name": "agent", "version": "1.0.0", "main": "index.js", "agentc": {}}\n'
HANDLER = 'module.exports = async function handler() {\n  return 1;\n};\n'
BASE_AGENT = "const { BaseAgent } = require('@buzzi/base-agent');\nmodule.exports = class extends BaseAgent {};\n"
AGENT = """import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

export const search = createTool({
  id: 'search',
  description: 'Finds a product',
  inputSchema: z.object({ text: z.string().default('') }),
  execute: async () => 'shoes',
});
export const sales = new Agent({
  name: 'sales', instructions: 'Sell shoes.', model: 'openai/gpt-4o', tools: { search },
});
"""
AGENT_MANIFEST = '{"name": "my-agent", "version": "1.0.0", "type": "module", "main": "index.js", "agentc": {}}\n'
BUILT_MANIFEST = '{"name": "built", "version": "1.0.0", "main": "dist/index.js"}\n'
OLD_LOCK = '{"name": "built", "version": "0.9.0", "lockfileVersion": 3, "packages": {}}\n'
# Starts one of npm's programs without asking npm for it.
NPX = '#!/bin/sh\nexec "$@"\n'
# The answers to what `approve` asks.
APPROVE = " --yes --reason 'reads public data' --who ana@example.com"
# What needs a network; test/Docs/bring-dependencies.test follows it with a package of its own.
NOT_HERE = ('npm install left-pad',)
# Commands ask no questions, and fetch nothing.
ENVIRONMENT = os.environ | {'npm_config_offline': 'true', 'npm_config_audit': 'false', 'npm_config_yes': 'true'}


def run(*words, folder=FOLDER, path=()):
    search = os.pathsep.join([*path, os.environ['PATH']])
    made = subprocess.run(words, cwd=folder, env=ENVIRONMENT | {'PATH': search}, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL)
    return made.returncode, made.stdout, made.stderr


def agentc(*words, folder=FOLDER):
    return run(AGENTC, *words, folder=folder)


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def findings_of(folder):
    report = json.loads(agentc('validate', '--no-load-test', '--format=json', str(folder))[1])
    return {one['rule']: one for one in report['bundles'][0].get('diagnostics', []) if not one.get('waived')}


def follow_files(rule, page, blocks):
    """The page's failing example, then with the page's files in place of its own."""
    folder, fails = FOLDER / rule, page.get('fails', '')
    files = {'index.js': BASE_AGENT if 'minBaseVersion' in fails else HANDLER, 'package.json': MANIFEST}
    if fails:
        files['package.json' if fails.lstrip().startswith('{') else 'index.js'] = fails
    write(folder, files)
    before = findings_of(folder)
    write(folder, {OTHER_FILE.get(rule, FILES[language]): text for language, text in blocks})
    return [f"after what is done instead: {name}: {one['message']}" for name, one in findings_of(folder).items()
            if name == rule or one['severity'] == 'error' and name not in before]


def make_world(world, asks):
    """What the commands of the pages name: sources, an agent, which asks for approval or not, packages of it, a key."""
    agent, manifest = AGENT, AGENT_MANIFEST
    if asks:
        agent = agent.replace("'shoes'", "(await fetch('http://printer.example/')).text()")
        manifest = manifest.replace('{}', '{"allowedHosts": ["printer.example"]}')
    write(world, {
        'my-agent/index.js': agent, 'my-agent/package.json': manifest, 'agentc.json': '{}\n', 'bin/npx': NPX,
        'package.json': BUILT_MANIFEST, 'package-lock.json': OLD_LOCK,
        'tsconfig.json': '{"include": ["src/index.ts"]}\n',
        'src/index.ts': 'export default async () => 1;\n', 'src/index.js': HANDLER, 'index.js': HANDLER,
        'handler.js': HANDLER, 'real.js': HANDLER})
    (world / 'bin/npx').chmod(0o755)
    (world / 'shared.js').symlink_to('real.js')
    (world / 'old.js').write_bytes(('// caf\u00e9\n' + HANDLER).encode('latin1'))
    agentc('keygen', '-o', 'release.pem', folder=world)
    for package in ('my-agent.zip', 'new.zip'):
        agentc('package', '--quiet', '--no-load-test', '--sign', 'release.pem', 'my-agent', '-o', package, folder=world)
    run('tar', 'czf', 'my-agent.tgz', 'my-agent', folder=world)


def archive_made_by(line):
    return 'my-agent.zip' if 'zip -X' in line else 'my-agent/my-agent-1.0.0.tgz' if 'npm pack' in line else None


def follow_commands(rule, text):
    """The commands of a page, one after the other, in a world of their own."""
    world, mistakes = FOLDER / (rule + '-commands'), []
    programs = (str(world / 'bin'), os.path.dirname(AGENTC), TOOLS)
    make_world(world, asks='waivers' in text)
    for line in text.splitlines():
        if line in NOT_HERE:
            continue
        command = line + APPROVE if line.startswith('agentc approve') else line
        command = re.sub(r'^agentc package', 'agentc package --force --no-load-test', command)
        code, out, err = run('bash', '-euc', command, folder=world, path=programs)
        archive = archive_made_by(line)
        if not code and archive:
            code, out, err = agentc('validate', '--no-load-test', archive, folder=world)
        if code:
            mistakes.append(f'`{line}` exits with {code}: {out}{err}')
    return mistakes


def unknown_words(text, words):
    return [f'help names `{word}`' for word in re.findall(r'`(agentc [a-z-]+|--[a-z-]+)', text) if word not in words]


def known_words():
    """Subcommands as `agentc NAME`, and all their flags."""
    names = re.findall(r'^  ([a-z-]+)  ', agentc('help')[1], re.M)
    return {f'agentc {name}' for name in names} | {
        flag for name in names for flag in re.findall(r'--[a-z-]+', agentc(name, '--help')[1])}


def main():
    followed, mistakes, words = 0, 0, known_words()
    for rule in json.loads(agentc('rules', '--format=json')[1])['rules']:
        page = json.loads(agentc('explain', rule['name'], '--format=json')[1])
        blocks = re.findall(r'^```(\w+)\n(.*?)^```', page.get('instead', ''), re.M | re.S)
        files = [block for block in blocks if block[0] in FILES]
        found = unknown_words(page['help'], words)
        found += follow_files(rule['name'], page, files) if files else []
        for language, text in blocks:
            found += follow_commands(rule['name'], text) if language == 'console' else []
        followed += bool(blocks)
        mistakes += len(found)
        for one in found:
            print(f"{rule['name']}: {one}")
    print(f'{followed} pages followed, {mistakes} mistakes')


main()
