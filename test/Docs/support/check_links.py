"""check_links.py ROOT TESTS: prints links that lead nowhere, in the Markdown of ROOT as GitHub shows it, names of pages
in other files that are not there, and pages with commands that no test in the folder TESTS runs."""
import pathlib
import re
import subprocess
import sys

root, tests = map(pathlib.Path, sys.argv[1:3])
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / 'docs' / 'support'))
import pages  # noqa: E402

MENTION = re.compile(r'(?<![\w/.-])docs/[\w/.-]*\.(?:md|json|mjs|py)\b')


def tracked():
    if not (root / '.git').exists():
        return [file for file in sorted(root.rglob('*')) if file.is_file()]
    names = subprocess.run(
        ['git', '-C', root, 'ls-files', '-co', '--exclude-standard', '-z'], check=True, capture_output=True, text=True
    )
    return [root / name for name in sorted(names.stdout.split('\0')) if name and (root / name).is_file()]


def dead_links(file, page):
    for token in page.links():
        goal = pages.target(token)
        if not goal:
            continue
        path, anchor = goal
        place = (file.parent / path).resolve() if path else file
        if not place.exists():
            yield f'`{path}` is not there'
        elif anchor and place.suffix == '.md' and anchor not in pages.Page(place.read_text()).anchors:
            yield f'`{path}` has no heading `#{anchor}`'


problems, count = [], 0
run = ''.join(test.read_text() for test in tests.glob('*.test'))
for file in tracked():
    if (
        file.suffix not in ('.md', '.cpp', '.h', '.py', '.mjs', '.js', '.test', '.txt', '.cmake', '')
        or 'test' in file.relative_to(root).parts[:1]
    ):
        continue
    here = file.relative_to(root)
    try:
        text = file.read_text()
    except UnicodeDecodeError:
        continue
    problems += [
        f'{here}: `{name}` is not there' for name in sorted(set(MENTION.findall(text))) if not (root / name).exists()
    ]
    if file.suffix != '.md':
        continue
    page = pages.Page(text)
    count += len(list(page.links()))
    problems += [f'{here}: {problem}' for problem in dead_links(file, page)]
    shown = here.parent == pathlib.Path('docs/how-to') or str(here) in ('README.md', 'docs/tutorial.md')
    if shown and f'%source/{here} ' not in run:
        problems.append(f'{here}: no test runs its commands')
    if (
        not shown
        and here.parts[0] == 'docs'
        and 'examples' not in here.parts
        and any(
            token.type == 'fence' and re.search(r'^\$ ', token.content, re.M) and token.info != 'text'
            for token in page.tokens
        )
    ):
        problems.append(f'{here}: commands belong into docs/how-to, where a test runs them')
print('\n'.join(problems) or f'{count} links')
sys.exit(bool(problems))
