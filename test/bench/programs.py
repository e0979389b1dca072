"""What a command costs from its start to its end, beside Node's own start and the checkers of other kinds of
bundles."""
import inputs
from measuring import Case, measure, median, milliseconds, table


def starting(bench):
    large, trivial = inputs.handler(bench.scratch / 'large', 20 * 1024), inputs.handler(bench.scratch / 'trivial', 0)
    agentc = bench.agentc
    return {f'`node -e 0`, Node {version}': [node, '-e', '0'] for version, node in bench.nodes.items()} | {
        '`agentc --version`': [agentc, '--version'],
        '`agentc validate --no-load-test`, 20 KB bundle': [agentc, 'validate', '--no-load-test', large],
        '`agentc extract-config`, the same': [agentc, 'extract-config', large],
        '`agentc run`, trivial handler, cold': [agentc, 'run', trivial, '--input', '{"a": 1, "b": 2}'],
    }


def page_of_starts(bench):
    commands = starting(bench)
    times = measure([Case(row, '', command) for row, command in commands.items()], bench.effort)
    nodes = [row for row in commands if row.startswith('`node')]
    rows = [
        [
            row,
            milliseconds(median(taken)),
            milliseconds(min(taken)),
            *(f'{median(taken) / median(times[node, ""]):.2f}' for node in nodes),
        ]
        for (row, _), taken in times.items()
    ]
    return ['', '## Starting', '', *table(['command', 'median', 'best', *(f'of {node[13:]}' for node in nodes)], rows)]


def pairs(bench):
    """By row: the other's command, agentc's, and what of them is not alike."""
    extension, server = inputs.extension(bench.scratch / 'extension'), inputs.mcp_server(bench.scratch / 'server')
    mcpb = bench.program('@anthropic-ai/mcpb', 'dist/cli/cli.js')
    agentc, packed, sealed = bench.agentc, bench.scratch / 'server.mcpb', bench.scratch / 'server.zip'
    remove = lambda: [path.unlink(missing_ok=True) for path in (packed, sealed)]
    return [
        (
            'addons-linter, a browser extension of 20 KB',
            bench.program('addons-linter', 'bin/addons-linter'),
            [extension],
            '`agentc validate`',
            [agentc, 'validate', extension],
            None,
        ),
        (
            '`mcpb validate`, the manifest of an MCP server',
            mcpb,
            ['validate', server / 'manifest.json'],
            '`agentc validate`',
            [agentc, 'validate', server],
            None,
        ),
        (
            '`mcpb pack`, the server',
            mcpb,
            ['pack', server, packed],
            '`agentc package`',
            [agentc, 'package', server, '-o', sealed],
            remove,
        ),
    ]


def page_of_bundles(bench):
    rows = pairs(bench)
    cases = []
    for name, program, words, ours, command, before in rows:
        cases += [
            Case(name, 'theirs', [*program, *words], exits=(0,), before=before),
            Case(name, 'agentc', command, before=before),
        ]
    times = measure(cases, bench.effort)
    cell = lambda name, column: median(times[name, column])
    return [
        '',
        '## Checking and packing bundles',
        '',
        (
            'The same folder by who checks or packs its kind, started by Node as npm installs it, and by agentc, which'
            ' reads all of its code'
        ),
        'and loads it in the sandbox besides; `mcpb validate` reads the manifest alone.',
        '',
        *table(
            ['what', 'time', 'agentc', 'time', 'of the other'],
            [
                [
                    name,
                    milliseconds(cell(name, 'theirs')),
                    ours,
                    milliseconds(cell(name, 'agentc')),
                    f'{cell(name, "agentc") / cell(name, "theirs"):.2f}',
                ]
                for name, _, _, ours, _, _ in rows
            ],
        ),
    ]
