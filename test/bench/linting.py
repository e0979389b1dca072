"""`agentc lint` beside oxlint, Biome and ESLint: the same files, the same four rules."""
import json
import os
import shutil
import subprocess
import sys

import inputs
import reading
from measuring import Case, measure, median, milliseconds, table

# agentc's rule, the name that oxlint and ESLint give it, Biome's. Biome has none for `Function`: another of its rules
# stands there.
RULES = [('eval-call', 'no-eval', 'security/noGlobalEval'),
         ('implied-eval', 'no-implied-eval', 'nursery/noImpliedEval'),
         ('prototype-access', 'no-proto', 'suspicious/noProto'),
         ('function-constructor', 'no-new-func', 'suspicious/noWith')]
PLANTED = "eval(a);\nsetTimeout('b()', 1);\nc.__proto__.d = 1;\nnew Function('e')();\n"

# What the ratios to oxlint and ESLint should be at most.
ASKED = {'100 KB': (0.3, 0.2), '1 MB': (1.0, 0.2), '9 MB in a file': (3.0, 0.2), 'a folder': (3.0, 0.2)}


def write_inputs(folder, packages):
    """By what it is: the folder, the goal of its sources, and which Show it belongs to."""
    def one(name, path):
        return inputs.write_bundle(folder / name, {'index.js': (packages / path).read_text()})

    found = {
        '100 KB: `luxon/src/datetime.js`': (one('small', 'luxon/src/datetime.js'), 'module', '100 KB'),
        '1 MB: `pdfjs-dist/legacy/build/pdf.mjs`': (one('large', 'pdfjs-dist/legacy/build/pdf.mjs'), 'module', '1 MB'),
        '9 MB: `typescript/lib/typescript.js`': (
            one('huge', 'typescript/lib/typescript.js'),
            'commonjs',
            '9 MB in a file',
        ),
    }
    for package, goal in (('date-fns', 'module'), ('webpack', 'commonjs')):
        target = folder / package
        sources = [
            path
            for path in sorted((packages / package).rglob('*.js'))
            if 'node_modules' not in path.relative_to(packages / package).parts
        ]
        for path in sources:
            copy = target / path.relative_to(packages / package)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        (target / 'package.json').write_text(json.dumps(inputs.MANIFEST) + '\n')
        size = sum(path.stat().st_size for path in sources) / 1e6
        found[f'{size:.0f} MB in {len(sources)} files: `{package}`'] = (target, goal, 'a folder')
    return found


def eslint_config(folder, goal, modules, cached):
    """ESLint's settings: the four rules and eslint-plugin-security's recommended ones."""
    path = folder / f'eslint-{goal}{"-cached" if cached else ""}.mjs'
    path.write_text(f'''import security from '{modules}/eslint-plugin-security/index.js';
const {{ plugins, rules }} = security.configs.recommended;
export default [{{ files: ['**/*.js'], plugins,
  rules: {{ ...rules, {', '.join(f"'{rule}': 2" for _, rule, _ in RULES)} }},
  languageOptions: {{ sourceType: '{goal}', ecmaVersion: 'latest', globals: {{ setTimeout: false, window: false }} }},
  linterOptions: {{ noInlineConfig: true, reportUnusedDisableDirectives: 'off' }} }}];
''')
    return path


class Linters:
    """Commands by the name of a column."""

    def __init__(self, bench):
        self.bench, self.scratch = bench, bench.scratch

    def agentc(self, folder):
        return [
            self.bench.agentc,
            'lint',
            '--include-tests',
            '--no-ignore',
            *(word for rule, _, _ in RULES for word in ('--rule', rule)),
            folder,
        ]

    def oxlint(self, folder):
        # Without an environment it knows no `setTimeout`.
        settings = self.scratch / 'oxlintrc.json'
        settings.write_text(json.dumps({'env': {'node': True, 'browser': True}}))
        return [
            *self.bench.program('oxlint', 'bin/oxlint'),
            '-c',
            settings,
            '-A',
            'all',
            *(word for _, rule, _ in RULES for word in ('-D', rule)),
            folder,
        ]

    def biome(self, folder):
        # Its own program, without the one of Node that starts it.
        return [self.bench.modules / '@biomejs/cli-linux-x64/biome', 'lint', '--files-max-size=100000000',
                *(f'--only={rule}' for _, _, rule in RULES), folder]

    def eslint(self, folder, goal, cache=None):
        config = eslint_config(self.scratch, goal, self.bench.modules, cache)
        return [*self.bench.program('eslint', 'bin/eslint.js'), '--no-config-lookup', '-c', config,
                *(['--cache', '--cache-location', cache] if cache else []), folder]


def check_planted(linters, folder):
    """Every program must find what is planted, or its row would say how fast it does nothing."""
    commands = {'agentc': linters.agentc(folder), 'oxlint': linters.oxlint(folder),
                'Biome': linters.biome(folder), 'ESLint': linters.eslint(folder, 'commonjs')}
    for name, command in commands.items():
        done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False)
        for ours, theirs, biomes in RULES:
            rule = {'agentc': ours, 'Biome': biomes.rpartition('/')[2]}.get(name, theirs)
            if rule != 'noWith' and rule not in done.stdout + done.stderr:
                sys.exit(f'bench: {name} did not report {rule}:\n{done.stdout}{done.stderr}')


def cases(linters, row, folder, goal):
    caches = {name: linters.scratch / f'cache-{folder.name}-{name}' for name in ('cold', 'warm')}
    eslint_cache = linters.scratch / f'eslintcache-{folder.name}'
    empty = lambda: shutil.rmtree(caches['cold'], ignore_errors=True)
    both = (0, 1)
    cache = lambda name: {'XDG_CACHE_HOME': str(caches[name])}
    return [Case(row, 'agentc', linters.agentc(folder), exits=both, before=empty, environment=cache('cold')),
            Case(row, 'agentc, from cache', linters.agentc(folder), exits=both, fills=True, environment=cache('warm')),
            Case(row, 'oxlint', linters.oxlint(folder), folder, both),
            Case(row, 'Biome', linters.biome(folder), folder, both),
            Case(row, 'ESLint', linters.eslint(folder, goal), folder, both),
            Case(row, 'ESLint, from cache', linters.eslint(folder, goal, eslint_cache), folder, both, fills=True)]


STAGES = ('open', 'parse', 'resolve', 'evaluate', 'extract', 'infer', 'check')


def stages(bench, folder):
    """Wall milliseconds of what `agentc lint` does, medians."""
    runs = [reading.run(bench.reading, 'check', str(folder), os.sched_getaffinity(0), *(rule for rule, _, _ in RULES))
            for _ in range(bench.effort.least)]
    return {stage: median([run[stage] for run in runs]) for stage in STAGES}


COLUMNS = ['agentc', 'agentc, from cache', 'oxlint', 'Biome', 'ESLint', 'ESLint, from cache']


def page(bench):
    linters = Linters(bench)
    check_planted(linters, inputs.write_bundle(bench.scratch / 'planted', {'index.js': PLANTED}))
    found = write_inputs(bench.scratch / 'linting', bench.packages)
    times = measure(
        [case for row, (folder, goal, _) in found.items() for case in cases(linters, row, folder, goal)], bench.effort
    )
    cell = lambda row, column: median(times[row, column])
    ratio = lambda row, column, other: cell(row, column) / cell(row, other)
    spent = {row: stages(bench, folder) for row, (folder, _, _) in found.items()}
    share = lambda row, stage: f'{100 * spent[row][stage] / sum(spent[row].values()):.0f} %'
    lines = [
        '',
        '## Linting',
        '',
        (
            'The same files by `agentc lint` with four rules and by linters with the like, in wall time. From an empty'
            ' cache to the'
        ),
        'end, and again with nothing changed. ESLint also has the recommended rules of eslint-plugin-security.',
        '',
        *table(['files', *COLUMNS], [[row, *(milliseconds(cell(row, column)) for column in COLUMNS)] for row in found]),
        '',
        *table(
            ['files', 'agentc of oxlint', 'asked', 'of Biome', 'of ESLint', 'asked', 'from cache, of cold', 'asked'],
            [
                [
                    row,
                    f'**{ratio(row, "agentc", "oxlint"):.2f}**',
                    f'{ASKED[show][0]:.1f}',
                    f'{ratio(row, "agentc", "Biome"):.2f}',
                    f'**{ratio(row, "agentc", "ESLint"):.2f}**',
                    f'{ASKED[show][1]:.1f}',
                    f'**{ratio(row, "agentc, from cache", "agentc"):.2f}**',
                    '0.1',
                ]
                for row, (_, _, show) in found.items()
            ],
        ),
        '',
        'Where the time goes, by the pipeline\'s stages (`bench-reading check`, without what cleans up):',
        '',
        *table(
            ['files', *STAGES, 'together'],
            [[row, *(share(row, stage) for stage in STAGES), milliseconds(sum(spent[row].values()))] for row in found],
        ),
        '',
        'The rules that are the like of each other:',
        '',
        *table(['agentc', 'oxlint, ESLint', 'Biome'], [[f'`{word}`' for word in rules] for rules in RULES]),
        '',
        (
            'Biome has no rule for `Function`, so `noWith` stands there. agentc judges what a name denotes, across'
            ' files; the others'
        ),
        (
            'judge how it is spelled, file by file. oxlint and ESLint are started by Node as npm installs them, Biome'
            ' without.'
        ),
    ]
    return lines
