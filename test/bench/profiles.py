"""Where default lint's processor time goes: of each package, the functions that take most of it, by sampling."""
import collections
import re
import shutil
import subprocess

import defaults
from measuring import table

# Of tree-sitter, its scanners and the lowering of its trees; by their names, since all is linked into one program.
PARSING = re.compile(
    r'ts_|tree_sitter_|stack_|lex_|reusable_|iterator_|length_|'
    r'agentc::(Lowering|TokenAudit|ParseMemory|Parse|parse|isToken)'
)
NAMED = 3


def short(symbol):
    """`Answers::once` of a C++ symbol without what it takes and gives."""
    name = re.sub(r'\(anonymous namespace\)::|agentc::|llvm::|\[abi:\w+\]', '', symbol)
    return re.split(r'[(<{]', name, maxsplit=1)[0].strip(': ') or symbol


def sample(bench, folder):
    """(share of the processor's time, whether it is the kernel's, symbol) of each function, most first; a thousand
    samples a second."""
    data = bench.scratch / 'perf.data'
    command = [bench.agentc, 'lint', '--no-cache', '--no-ignore', '--include-tests', folder]
    subprocess.run(
        ['perf', 'record', '-q', '-e', 'cpu-clock', '-F', '999', '-o', data, *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    report = subprocess.run(
        ['perf', 'report', '-i', data, '--no-children', '-s', 'symbol', '--stdio', '-t', '\t'],
        check=True,
        capture_output=True,
        text=True,
        errors='replace',
    ).stdout
    found = [
        re.fullmatch(r'\s*([\d.]+)%?\s*\t\s*\[(.)\] ([^\t]+?)\s*(\t.*)?', line)
        for line in report.splitlines()
        if not line.startswith('#')
    ]
    return [(float(each[1]), each[2] == 'k', each[3]) for each in found if each]


def row(name, samples):
    part = lambda counts: sum(share for share, is_kernel, symbol in samples if counts(is_kernel, symbol))
    parsing = part(lambda is_kernel, symbol: not is_kernel and PARSING.match(symbol))
    kernel = part(lambda is_kernel, symbol: is_kernel)
    own = collections.Counter()  # a function with the lambdas in it
    for share, is_kernel, symbol in samples:
        if not is_kernel and not PARSING.match(symbol):
            own[short(symbol)] += share
    return [
        name,
        f'{parsing:.0f} %',
        f'{kernel:.0f} %',
        *(f'`{function}` {share:.1f} %' for function, share in own.most_common(NAMED)),
    ]


def page(bench):
    head = ['', '## Profiles of default lint', '']
    if not shutil.which('perf'):
        return [*head, 'Not measured: there is no `perf` here.']
    folders = defaults.write_inputs(bench, bench.scratch / 'profiles')
    return [
        *head,
        (
            'Of the processor time of `agentc lint --no-cache`, by sampling (`perf`): what parsing takes (tree-sitter'
            ' and the lowering of its'
        ),
        (
            'trees), what the kernel does, mostly to give memory, and the functions that take most besides. None may'
            ' take a tenth.'
        ),
        '',
        *table(
            ['package', 'parsing', 'kernel', 'first', 'second', 'third'],
            [row(name, sample(bench, folder)) for name, folder in folders.items()],
        ),
    ]
