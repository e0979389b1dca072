"""What people get who type no flags: processor time of each linter with its default rules, over whole packages."""
import os
import pathlib
import statistics

import inputs
import reading
from measuring import spawn_for, table

ASKED = 4.0

# Whole packages, as npm has them without their own dependencies; single files where a package is mostly one.
PACKAGES = [
    '@modelcontextprotocol/sdk',
    'openai',
    '@anthropic-ai/sdk',
    'langchain',
    '@langchain/core',
    'ai',
    'zod',
    'ajv',
    'axios',
    'lodash',
    'three',
    'date-fns',
    'undici',
    'webpack',
]
FILES = ['typescript/lib/typescript.js']


def copy_package(source, target):
    """The package as it was published, with the manifest it has."""
    for path in sorted(source.rglob('*')):
        below = path.relative_to(source)
        if path.is_file() and not path.is_symlink() and 'node_modules' not in below.parts:
            (target / below).parent.mkdir(parents=True, exist_ok=True)
            (target / below).write_bytes(path.read_bytes())
    return target


def write_inputs(bench, folder):
    """The folder of each row; repositories are those below BENCH_REPOSITORIES, where that is set."""
    def found(name):
        return next(place / name for place in (bench.packages, bench.modules) if (place / name).exists())

    rows = {f'`{name}`': copy_package(found(name), folder / name.replace('/', '+')) for name in PACKAGES}
    for name in FILES:
        rows[f'`{name}`'] = inputs.write_bundle(folder / pathlib.Path(name).stem, {'index.js': found(name).read_text()})
    repositories = os.environ.get('BENCH_REPOSITORIES')
    for path in sorted(pathlib.Path(repositories).iterdir()) if repositories else []:
        rows[f'`{path.name.replace("+", "/")}`, a repository'] = path
    return rows


def eslint_config(bench):
    path = bench.scratch / 'eslint-defaults.mjs'
    path.write_text(f'''import security from '{bench.modules}/eslint-plugin-security/index.js';
const {{ plugins, rules }} = security.configs.recommended;
export default [{{ files: ['**/*.{{js,mjs,cjs}}'], plugins, rules, languageOptions: {{ ecmaVersion: 'latest' }},
  linterOptions: {{ noInlineConfig: true, reportUnusedDisableDirectives: 'off' }} }}];
''')
    return path


def commands(bench, config, folder):
    return {
        'agentc': [bench.agentc, 'lint', '--no-cache', '--no-ignore', '--include-tests', folder],
        'oxlint': [*bench.program('oxlint', 'bin/oxlint'), '--no-ignore', folder],
        'Biome': [
            bench.modules / '@biomejs/cli-linux-x64/biome',
            'lint',
            '--files-max-size=100000000',
            '--max-diagnostics=none',
            folder,
        ],
        'ESLint': [
            *bench.program('eslint', 'bin/eslint.js'),
            '--no-config-lookup',
            '--no-ignore',
            '-c',
            config,
            folder,
        ],
        'js-x-ray': [bench.node24, bench.modules.parent / 'x-ray.mjs', folder],
    }


def bare(bench, folder):
    """Of tree-sitter's parse of the sources that agentc reads: milliseconds of the processor, and their bytes."""
    result = reading.run(bench.reading, 'bare', str(folder), os.sched_getaffinity(0))
    return result['processor']['parse'], result['bytes']


def page(bench):
    config = eslint_config(bench)
    rows = []
    for name, folder in write_inputs(bench, bench.scratch / 'defaults').items():
        runs, parses = {}, []
        for _ in range(bench.effort.least):
            parses.append(bare(bench, folder))
            for linter, command in commands(bench, config, folder).items():
                runs.setdefault(linter, []).append(spawn_for(command, folder, seconds=180))
        parse, size = statistics.median(parse for parse, _ in parses), parses[0][1]
        used = {
            linter: None if None in taken else statistics.median(processor for _, processor in taken)
            for linter, taken in runs.items()
        }
        walls = statistics.median(wall / processor for wall, processor in runs['agentc'])
        of = lambda linter: '–' if used[linter] is None else f'{used["agentc"] / used[linter]:.2f}'
        rows.append(
            [
                name,
                f'{size / 1e6:.1f}',
                f'{parse:.0f} ms',
                f'{used["agentc"]:.0f} ms',
                f'**{used["agentc"] / parse:.1f}**',
                f'{walls:.2f}',
                *(of(linter) for linter in ('oxlint', 'Biome', 'ESLint', 'js-x-ray')),
            ]
        )
    return [
        '',
        '## Default lint of whole packages',
        '',
        (
            'Every linter with the rules that it has without flags, no cache: processor time of all its threads and'
            ' children. ESLint has'
        ),
        (
            'the recommended rules of eslint-plugin-security and reads no TypeScript. The bare parse is tree-sitter\'s,'
            ' of the sources that'
        ),
        (
            f'agentc reads; asked is at most {ASKED:.0f} times. Below 1, agentc takes less than the other; – where that'
            ' did not end in 180 s.'
        ),
        '',
        *table(
            [
                'package',
                'MB',
                'bare parse',
                'agentc',
                'of bare',
                'wall of processor',
                'of oxlint',
                'of Biome',
                'of ESLint',
                'of js-x-ray',
            ],
            rows,
        ),
    ]
