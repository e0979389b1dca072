"""The page docs/precision.md: how much agentc, ESLint's security plugin and oxlint report in ordinary packages. Its
data by package and error goes beside the verdicts."""
import collections

import verdicts

# What came of reading a sample again, from the code of the packages alone.
SECOND_READING = (
    (
        'The second reading (2026-11-22, seed 80380): of 50 errors, judged from the code before the verdict was looked'
        ' at, 48 verdicts agreed.'
    ),
    (
        'Two accesses were noise: `[object Object]` as the name of a variable in prettier, and a module that webpack'
        ' compiles, taken for'
    ),
    (
        '`process.env`. The 311 groups whose line does not name what the message says were then read as well, which'
        ' made 12 accesses of'
    ),
    'core-js and one more of webpack noise too.',
    '',
    (
        'The third reading (2026-11-26): all errors that no verdict fitted were read from the code of the packages. The'
        ' numbers of agentc are'
    ),
    (
        'those of 2026-11-27, when no error was left without a verdict, and the columns of the linters those of'
        ' 2026-11-22; the packages are the'
    ),
    'same.',
    '',
    'Injections were counted by themselves, in 36 public repositories and packages of agents and their servers',
    (
        '(`test/Projects/projects.json`; 1,262 files without what is installed): two errors, both true. Of 29 warnings'
        ' of `path-injection` three'
    ),
    'are true, and 26 stand in one server of files behind a check of its own that is not seen to be one.',
)

MADE_BESIDE = 'Made by `./dev bench --precision` beside `docs/precision.md`, which says what is counted.'

NONE_ALLOWED = ('date-fns', 'lodash', 'lodash-es', 'ramda', 'zod')


def per_thousand(count, files):
    return f'{1000 * count / files:.1f}' if files else '–'


def sum_of(counts):
    return sum(counts.values()) if counts is not None else None


def shown(count):
    return '–' if count is None else str(count)


def row(name, files, errors, noise, eslint, oxlint):
    return (
        f'| {name} | {files} | {shown(errors)} | {per_thousand(errors, files) if errors is not None else "–"} |'
        f' {shown(noise)} | {shown(eslint)} | {shown(oxlint)} |'
    )


def package_table(results, found):
    errors, noise = collections.Counter(), collections.Counter()
    for f in found:
        errors[f['package']] += 1
        noise[f['package']] += f['verdict'] != 'access'
    lines = ['| package | files | errors | per 1,000 files | of them noise | eslint-plugin-security | oxlint |',
             '|---|---:|---:|---:|---:|---:|---:|']
    for name, r in results.items():
        read = r['findings'] is not None
        lines.append(
            row(
                f'{name} {r["version"]}',
                r['files'],
                errors[name] if read else None,
                noise[name] if read else None,
                sum_of(r.get('eslint')),
                sum_of(r.get('oxlint')),
            )
        )
    return lines


def rule_table(found, files):
    errors, noise = collections.Counter(), collections.Counter()
    for f in found:
        errors[f['rule']] += 1
        noise[f['rule']] += f['verdict'] != 'access'
    lines = ['| rule | errors | per 1,000 files | of them noise |', '|---|---:|---:|---:|']
    return lines + [f'| {rule} | {n} | {per_thousand(n, files)} | {noise[rule]} |' for rule, n in errors.most_common()]


def linter_table(results, linter, files):
    total = collections.Counter()
    for r in results.values():
        total.update(r.get(linter) or {})
    return [f'| {rule} | {n} | {per_thousand(n, files)} |' for rule, n in total.most_common(8)]


def summary(what, packages, count):
    files = sum(r['files'] for r in packages.values())
    return f'| {what} | {len(packages)} | {files} | {count} | {per_thousand(count, files)} |'


def pages(results):
    """The texts of docs/precision.md, packages.md and verdicts.md."""
    read = {name: r for name, r in results.items() if r['findings'] is not None}
    found = list(verdicts.errors(read))
    files = sum(r['files'] for r in read.values())
    noise = [f for f in found if f['verdict'] != 'access']
    unjudged = sum(f['verdict'] == 'unjudged' for f in found)
    linted = {name: r for name, r in read.items() if 'eslint' in r}
    linted_files = sum(r['files'] for r in linted.values())
    late = [name for name in results if name not in read]
    clean = [f'{name} {sum(f["package"] == name for f in noise)}' for name in NONE_ALLOWED if name in read]
    lines = [
        '# Precision on ordinary packages',
        '',
        (
            'Made by `./dev bench --precision`. The files are the runtime JavaScript of the locked packages of'
            ' `test/Corpus`: what `main`, `module` and'
        ),
        (
            '`exports` of a package reach, without tests, examples and programs (`test/bench/runtime_files.py`). Each'
            ' package is a bundle'
        ),
        'that may import what it depends on, and nothing else: no host, no variable, no module of Node.',
        '',
        '| | packages | files | findings | per 1,000 files |',
        '|---|---:|---:|---:|---:|',
        summary('agentc, errors', read, len(found)),
        summary('of them noise', read, len(noise)),
        *(
            [summary('agentc, errors in what the linters read', linted, sum(f['package'] in linted for f in found))]
            if linted != read
            else []
        ),
        *(
            [
                summary(
                    'eslint-plugin-security, recommended', linted, sum(sum_of(r['eslint']) for r in linted.values())
                ),
                summary('oxlint, its defaults', linted, sum(sum_of(r['oxlint']) for r in linted.values())),
            ]
            if linted
            else []
        ),
        '',
        f'Errors without a verdict, which count as noise: {unjudged}.',
        f'Noise in {", ".join(clean)}.',
    ]
    if late:
        lines.append(f'Not read in time, and not counted: {", ".join(late)}.')
    lines += [
        '',
        '## By rule',
        '',
        *rule_table(found, files),
        '',
        'What the others report most:',
        '',
        '| rule | findings | per 1,000 files |',
        '|---|---:|---:|',
        *linter_table(linted, 'eslint', linted_files),
        *linter_table(linted, 'oxlint', linted_files),
        '',
        '## By package and error',
        '',
        (
            '`test/bench/packages.md` has the numbers of each package, and `test/bench/verdicts.md` each error with its'
            ' verdict.'
        ),
        (
            'An error is an *access* if the package does what the finding says: reads that variable, loads that module,'
            ' makes code from'
        ),
        (
            'text. Everything else is *noise*. The verdicts are in `test/bench/verdicts.json`; `./dev bench --verdicts`'
            ' prints a sample for'
        ),
        'a second reader.',
        '',
        *SECOND_READING,
    ]
    packages = ['# Precision by package', '', MADE_BESIDE, '', *package_table(results, found)]
    errors = ['# Verdicts on errors', '', MADE_BESIDE,
              'Equal errors of a package share a row, which quotes the line of the first.', '',
              *verdicts.page_of_verdicts(found)]
    return ['\n'.join(text) + '\n' for text in (lines, packages, errors)]
