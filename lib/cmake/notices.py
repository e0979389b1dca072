"""notices.py OUT [--inputs FILE...] [--packages FOLDER...] [--debian NAME...]: writes the notices of what is built into
agentc.

--inputs are esbuild's metafiles: the npm packages whose files stand in a script of the sandbox. --packages are npm
packages that are compiled in, --debian packages of Debian whose static libraries or headers are. Each comes with its
own words on copyright."""
import argparse
import json
import pathlib
import re
import sys

WORDS = re.compile(r'^(licen[cs]e|notice|copying)', re.IGNORECASE)
# What esbuild leaves out has a word and a colon before its path.
PACKAGE = re.compile(r'([^:]*/node_modules/(?:@[^/]+/)?[^/]+)/')


def bundled(metafile):
    """The folders of the npm packages in a script; paths are from the folder that esbuild ran in."""
    for name in json.loads(metafile.read_text())['inputs']:
        package = PACKAGE.match(name)
        if package:
            yield (metafile.parent.parent / package[1]).resolve()


def words_of(folder):
    files = [file for file in folder.rglob('*')
             if WORDS.match(file.name) and file.is_file() and 'node_modules' not in file.relative_to(folder).parts
             and file.suffix.lower() in ('', '.md', '.txt')]
    for file in sorted(files, key=lambda file: (len(file.parts), file)):
        yield str(file.relative_to(folder)), file.read_text(errors='replace').strip()


def npm_notice(folder):
    manifest = json.loads((folder / 'package.json').read_text())
    texts = list(words_of(folder))
    if not texts:
        readme = next((file for file in folder.iterdir() if file.name.lower() == 'readme.md'), None)
        section = re.search(r'^#+ *licen[cs]e.*', readme.read_text() if readme else '', re.S | re.M | re.I)
        texts = [('README.md' if section else 'package.json',
                  section[0].strip() if section else f"{manifest.get('license')}, {manifest.get('author')}")]
    title = f"{manifest['name']} {manifest['version']} ({manifest.get('license', 'see below')})"
    return title, texts


def debian_notice(name):
    return f'{name} (Debian)', [('copyright', pathlib.Path('/usr/share/doc', name, 'copyright').read_text().strip())]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('out', type=pathlib.Path)
    for kind in ('--inputs', '--packages'):
        parser.add_argument(kind, nargs='*', default=[], type=pathlib.Path)
    parser.add_argument('--debian', nargs='*', default=[])
    arguments = parser.parse_args()
    folders = {folder for metafile in arguments.inputs for folder in bundled(metafile)}
    folders |= {folder.resolve() for folder in arguments.packages}
    if arguments.inputs and len(folders) == len(arguments.packages):
        sys.exit('no script names a package of npm')
    notices = dict(sorted([*map(npm_notice, folders), *map(debian_notice, arguments.debian)]))
    lines = ['What is built into the programs of agentc and was written by others, with their own words.', '']
    lines += [f'- {title}' for title in notices]
    for title, texts in notices.items():
        for name, text in texts:
            lines += ['', '=' * 78, f'{title}: {name}', '=' * 78, '', text]
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text('\n'.join(lines) + '\n')


main()
