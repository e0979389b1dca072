"""reference.py AGENTC OUT: writes the reference pages that agentc's own constants give, as Markdown, into the folder OUT.

`index.md`, `commands.md` (each subcommand's help), `frameworks.md` (forms, versions, limits), `rules.md` (all rules by group) and
`rules/NAME.md` (manual pages)."""
import json
import pathlib
import re
import subprocess
import sys


def run(agentc, *arguments):
    return subprocess.run([agentc, *arguments], capture_output=True, text=True, check=True).stdout


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


def main():
    agentc, out = sys.argv[1], pathlib.Path(sys.argv[2])
    (out / 'rules').mkdir(parents=True, exist_ok=True)
    rules = json.loads(run(agentc, 'rules', '--format=json'))['rules']
    frameworks = json.loads(run(agentc, 'rules', '--frameworks', '--format=json'))['frameworks']
    (out / 'index.md').write_text('# Reference\n\n- [Commands](commands.md)\n- [Frameworks](frameworks.md)\n- [Rules](rules.md)\n')
    (out / 'commands.md').write_text(commands_page(agentc))
    (out / 'frameworks.md').write_text(frameworks_page(frameworks))
    (out / 'rules.md').write_text(rules_list(rules))
    for rule in rules:
        page = json.loads(run(agentc, 'explain', rule['name'], '--format=json'))
        (out / 'rules' / f"{rule['name']}.md").write_text(rule_page(page))
    print(f'{len(rules)} rules, {len(frameworks)} frameworks, in {out}')


main()
