"""Runs the examples of every rule's manual page: `fails` must give the rule's finding, `passes` and what is done
instead must not. Every page says what to do instead, in a first sentence that fits into one line of help."""
import json
import os
import re
import subprocess
import sys

agentc, folder = sys.argv[1:]


def output(*arguments):
    return json.loads(subprocess.run([agentc, *arguments], capture_output=True, check=False).stdout)


def first_code(markdown):
    """The first block that is a source or a manifest; blocks of commands and settings are none."""
    found = re.search(r'^```(?:js|json)\n(.*?)^```', markdown, re.MULTILINE | re.DOTALL)
    return found.group(1) if found else None


def bundle_of(name, source):
    """A one-file bundle, or a folder around a package.json."""
    root = os.path.join(folder, name)
    os.makedirs(root, exist_ok=True)
    is_manifest = source.lstrip().startswith('{')
    with open(os.path.join(root, 'index.js'), 'w') as file:
        file.write('module.exports = async function handler() {};\n' if is_manifest else source)
    if not is_manifest:
        return os.path.join(root, 'index.js')
    with open(os.path.join(root, 'package.json'), 'w') as file:
        file.write(source)
    return root


def targets_refuse(path):
    """What `--target` finds, which has no form but text."""
    result = subprocess.run(
        [agentc, 'extract-config', '--target=openai', path], capture_output=True, text=True, check=False
    )
    return set(re.findall(r'\[AC71\d\d ([a-z-]+)\]$', result.stderr, re.MULTILINE))


def rules_found(path):
    result = output('validate', '--no-load-test', '--format=json', path)
    return {diagnostic['rule'] for diagnostic in result['bundles'][0].get('diagnostics', [])}


def main():
    examples, mistakes = 0, []
    for rule in output('rules', '--format=json')['rules']:
        page = output('explain', rule['name'], '--format=json')
        for part in ('what', 'why'):
            if not page.get(part):
                mistakes.append(f"{rule['name']}: its page has no `{part}`")
        page['instead'] = page.get('instead', '')
        if not re.fullmatch(r'[^\n]{5,200}[^.\n]', page.get('help', '')):
            mistakes.append(f"{rule['name']}: its page has no help in one line: {page.get('help')}")
        page['instead code'] = first_code(page['instead'])
        # What the sandbox finds has no example for a check that runs nothing.
        for part in ('fails', 'passes', 'instead code'):
            if not page.get(part) or rule['id'].startswith('AC9'):
                continue
            examples += 1
            find = targets_refuse if rule['id'].startswith('AC71') else rules_found
            found = find(bundle_of(f"{rule['name']}-{part}", page[part]))
            if (rule['name'] in found) != (part == 'fails'):
                mistakes.append(f"{rule['name']}: `{part}` gives {sorted(found)}")
    for mistake in mistakes:
        print(mistake)
    print(f'{examples} examples, {len(mistakes)} mistakes')
    return bool(mistakes)


sys.exit(main())
