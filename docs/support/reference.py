"""reference.py OUT AGENTC...: writes the reference pages that agentc's own constants give, as Markdown, into the folder OUT.

`index.md`, `commands.md` (each subcommand's help), `surroundings.md` (exit codes, environment, files), `settings.md` (agentc.json), `schemas.md`, `frameworks.md` (forms, versions,
limits), `rules.md` (all rules by group) and `rules/NAME.md` (manual pages)."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def run(agentc, *arguments):
    """Its output; `agentc` is the words that start it."""
    return subprocess.run([*agentc, *arguments], capture_output=True, text=True, check=True).stdout


def cell(texts):
    """Sentences as one cell of a table; a `|` inside would end it."""
    return '<br>'.join(text.replace('|', '\\|') for text in texts)


def frameworks_page(frameworks):
    lines = ['# Frameworks', '', 'Whose agents and tools `agentc extract-config` reads. A form is recognised by what its name resolves to,',
             'not by its spelling.', '', '| framework | versions | forms | what is not read |', '|---|---|---|---|']
    lines += [f"| {one['name']} | {cell([one['versions']])} | {cell(one['forms'])} | {cell(one['limits'])} |" for one in frameworks]
    return '\n'.join(lines) + '\n'


SEVERITIES = {'error': 'blocks', 'warning': 'must be approved', 'note': 'is recorded'}


def rule_page(page):
    """What `agentc explain` prints, with the facts as a table and a way back."""
    facts = [('id', f"`{page['id']}`"), ('group', page['group']), ('severity', f"{page['severity']}: {SEVERITIES[page['severity']]}"),
             ('access', f"`{page['access']}`" if page.get('access') else ''), ('precision', page['precision']),
             ('weakness', f"[CWE-{page['cwe']}](https://cwe.mitre.org/data/definitions/{page['cwe']}.html)")]
    lines = [f"# {page['name']}", '', f"{page['summary'][0].upper()}{page['summary'][1:]}. [All rules](../rules.md)", '', '| | |', '|---|---|']
    lines += [f'| {name} | {text} |' for name, text in facts if text]
    for key, title in (('what', 'What it finds'), ('why', 'Why')):
        lines += ['', f'## {title}', '', page[key].strip()]
    for key, title in (('fails', 'Fails'), ('passes', 'Passes')):
        if page.get(key):
            language = 'json' if page[key].lstrip().startswith('{') else 'js'
            lines += ['', f'## {title}', '', f'```{language}', page[key].strip('\n'), '```']
    if page.get('instead'):
        lines += ['', '## Instead', '', page['instead'].strip()]
    if page.get('limits'):
        lines += ['', '## Limits', '', page['limits'].strip()]
    return '\n'.join(lines) + '\n'


def rules_list(rules):
    """A table a group, in the order of ids."""
    groups = {}
    for rule in rules:
        groups.setdefault(rule['group'], []).append(rule)
    lines = ['# Rules', '', f'{len(rules)} rules in {len(groups)} groups. `agentc explain RULE` prints a page on a terminal.']
    for group, members in groups.items():
        lines += ['', f'## {group[0].upper()}{group[1:]}', '', '| id | name | severity | precision | what |', '|---|---|---|---|---|']
        lines += [f"| {rule['id']} | [{rule['name']}](rules/{rule['name']}.md) | {rule['severity']} | {rule['precision']} | {cell([rule['summary']])} |"
                  for rule in members]
    return '\n'.join(lines) + '\n'


def subcommands(agentc):
    """The first words of the lines in the groups of the overview, which end where the flags begin."""
    return re.findall(r'^  ([a-z-]+)  ', run(agentc, '--help').split('\nOTHER FLAGS:')[0], re.M)


def commands_page(agentc):
    parts = ['# Commands\n', '```', run(agentc, '--help').rstrip(), '```\n']
    for name in subcommands(agentc):
        parts += [f'## {name}\n', '```', run(agentc, 'help', name).rstrip(), '```\n']
    return '\n'.join(parts)


ROFF = {'-': '-', 'e': '\\', '(aq': "'", '(dq': '"', '(ha': '^', '(ti': '~', '(ga': '`', '&': ''}


def from_roff(text):
    """What agentc's own manual pages escape, as Markdown."""
    text = re.sub(r'\\f[BI](.*?)\\fR', r'`\1`', text)
    text = re.sub(r'\\\[u([0-9A-F]+)\]', lambda one: chr(int(one[1], 16)), text)
    return re.sub(r'\\(-|e|\([a-z]{2}|&)', lambda one: ROFF[one[1]], text)


def surroundings_page(agentc):
    """Sections of the manual pages: each term with what it means and the commands that say so."""
    lines = ['# Exit codes, environment, files', '', 'What the manual pages say of the surroundings, with the commands that it holds for.']
    with tempfile.TemporaryDirectory() as folder:
        run(agentc, '--write-pages', folder)
        pages = {file.stem: file.read_text() for file in sorted(pathlib.Path(folder).glob('man/man1/*.1'))}
    for title in ('Exit status', 'Environment', 'Files'):
        found = {}
        for name, text in pages.items():
            section = re.search(rf'^\.SH "{title.upper()}"\n(.*?)(?=^\.SH|\Z)', text, re.M | re.S)
            for term, meaning in re.findall(r'^\.TP\n(.*)\n(.*)\.$', section[1] if section else '', re.M):
                found.setdefault((from_roff(term), from_roff(meaning)), []).append(name.removeprefix('agentc-'))
        lines += ['', f'## {title}', '', '| | means | commands |', '|---|---|---|']
        for (term, meaning), names in sorted(found.items()):
            names = 'all' if len(names) >= len(pages) - 1 else ', '.join(f'`{name}`' for name in names)
            lines.append(f'| {cell([term])} | {cell([meaning])} | {names} |')
    return '\n'.join(lines) + '\n'


SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / 'schemas'


def kind_of(schema, definitions):
    """What a value may be, in a few words."""
    if '$ref' in schema:
        return kind_of(definitions[schema['$ref'].rsplit('/', 1)[1]], definitions)
    if 'const' in schema:
        return f"`{schema['const']}`"
    if 'enum' in schema:
        return ', '.join(f'`{value}`' for value in schema['enum'])
    if schema.get('type') == 'array':
        return 'list of ' + kind_of(schema.get('items', {}), definitions)
    if isinstance(schema.get('additionalProperties'), dict):
        return 'names to ' + kind_of(schema['additionalProperties'], definitions)
    kinds = [kind_of(one, definitions) for one in schema.get('anyOf', schema.get('oneOf', []))]
    return schema.get('type') or ' or '.join(dict.fromkeys(kinds)) or 'any'


def settings_page():
    schema = json.loads((SCHEMAS / 'agentc-settings-1.schema.json').read_text())
    lines = ['# Settings', '', 'The file `agentc.json` beside a bundle or above it, by [its schema](../schemas/agentc-settings-1.schema.json).',
             'Flags win over it; in registry trust only `--settings FILE` names one.', '', '| member | is | default | what |', '|---|---|---|---|']
    for name, one in schema['properties'].items():
        default = f"`{json.dumps(one['default'])}`" if 'default' in one else ''
        lines.append(f"| `{name}` | {cell([kind_of(one, schema.get('$defs', {}))])} | {default} | {cell([one.get('description', '')])} |")
    return '\n'.join(lines) + '\n'


def schemas_page():
    lines = ['# Schemas', '', "JSON Schemas (2020-12) of what agentc reads and prints. What it prints names its schema by the member `schema`.", '',
             '| schema | file | what |', '|---|---|---|']
    for file in sorted(SCHEMAS.glob('*.json')):
        schema = json.loads(file.read_text())
        lines.append(f"| {cell([schema['title']])} | [{file.name[:-12]}](../schemas/{file.name}) | {cell([schema.get('description', '')])} |")
    return '\n'.join(lines) + '\n'


PAGES = {'commands': 'Commands', 'surroundings': 'Exit codes, environment, files', 'settings': 'Settings', 'schemas': 'Schemas', 'frameworks': 'Frameworks', 'rules': 'Rules'}


def write(agentc, out):
    (out / 'rules').mkdir(parents=True, exist_ok=True)
    rules = json.loads(run(agentc, 'rules', '--format=json'))['rules']
    frameworks = json.loads(run(agentc, 'rules', '--frameworks', '--format=json'))['frameworks']
    (out / 'index.md').write_text('# Reference\n\n' + ''.join(f'- [{title}]({name}.md)\n' for name, title in PAGES.items()))
    (out / 'commands.md').write_text(commands_page(agentc))
    (out / 'surroundings.md').write_text(surroundings_page(agentc))
    (out / 'settings.md').write_text(settings_page())
    (out / 'schemas.md').write_text(schemas_page())
    (out / 'frameworks.md').write_text(frameworks_page(frameworks))
    (out / 'rules.md').write_text(rules_list(rules))
    for rule in rules:
        page = json.loads(run(agentc, 'explain', rule['name'], '--format=json'))
        (out / 'rules' / f"{rule['name']}.md").write_text(rule_page(page))
    return f'{len(rules)} rules, {len(frameworks)} frameworks, in {out}'


if __name__ == '__main__':
    print(write(sys.argv[2:], pathlib.Path(sys.argv[1])))
