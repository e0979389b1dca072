"""ablate.py SOURCE BUILD SCRATCH: empties each stage of Pipeline.cpp in turn and expects an example to fail.

Every stage's call is put behind a switch that the environment turns, so that one compilation serves for all stages."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

# Stage's call in Pipeline.cpp -> what stands in its place.
EMPTY = {
    'openWithPackages': 'llvm::Expected<std::optional<OpenedBundle>>(std::optional<OpenedBundle>(OpenedBundle{}))',
    'request.findSettings': 'llvm::Expected<Settings>(defaultSettings())',
    'readManifest': 'Manifest{}',
    'findContents': '(void)c.forest.emplace()',
    'resolve': 'resolve(noForest, noFiles, Manifest{})',
    'evaluate': 'evaluate(noProgram)',
    'extract': 'AgentConfig{}',
    'collectUses': 'ApiUses{}',
    'link': 'link(noProgram, noValues, noUses)',
    'collectInput': 'collectInput(noProgram, noValues, noConfig)',
    'reach': 'ReachedCode{}',
    'infer': 'AccessMap{}',
    'check': 'DiagnosticList{}',
    'request.findWaivers': 'llvm::Expected<Waivers>(Waivers{})',
    'waive': '(void)0',
    'request.loadTest': 'llvm::Expected<LoadReport>(LoadReport{})',
    'planPackage': 'std::optional<PackagePlan>{}',
    'seal': 'SealedPackage{}',
}

SWITCH = '''
#include <cstdlib>
namespace agentc {
static const ast::Forest noForest;
static const FileTree noFiles;
static const Program noProgram = resolve(noForest, noFiles, Manifest{});
static const Values noValues = evaluate(noProgram);
static const ApiUses noUses;
static const AgentConfig noConfig;
static bool emptied(llvm::StringRef stage) {
  const char *name = std::getenv("AGENTC_EMPTIED");
  return name && stage == name;
}
} // namespace agentc
'''


def end_of_call(text, begin):
    depth = 0
    for at in range(begin, len(text)):
        depth += {'(': 1, ')': -1}.get(text[at], 0)
        if text[at] == ')' and depth == 0:
            return at + 1
    raise ValueError('unbalanced parentheses')


def with_switches(text):
    for stage, empty in EMPTY.items():
        calls = list(re.finditer(r'(?<![\w.])' + re.escape(stage) + r'\(', text))
        if len(calls) != 1:
            sys.exit(f'Pipeline.cpp has {len(calls)} calls of {stage}, not one')
        begin = calls[0].start()
        end = end_of_call(text, begin)
        text = f'{text[:begin]}(emptied("{stage}") ? {empty} : {text[begin:end]}){text[end:]}'
    # What a stage makes stands in a member of the compilation.
    for line in text.splitlines():
        makes = re.search(r'\bc\.(\w+)\.emplace\(|\btake\(.*, c\.(\w+)\)|^  c\.(plan) = ', line)
        if makes and 'emptied("' not in line:
            sys.exit(f'no stage of this script is made by: {line.strip()}')
    includes = text.rindex('#include')
    after = text.index('\n', includes) + 1
    return text[:after] + SWITCH + text[after:]


def command_for(build, target):
    lines = subprocess.run(['ninja', '-C', build, '-t', 'commands', '-s', target], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    # A link's command stands among others: `: && … && cd bin && …`.
    parts = [shlex.split(part) for part in lines[-1].split(' && ')]
    return next(words for words in parts if '-o' in words)


def build_agentc(source, build, scratch):
    made = scratch / 'Pipeline.cpp'
    made.write_text(with_switches((source / 'lib/Pipeline/Pipeline.cpp').read_text()))
    # Where sources are compiled together, the one that includes this one finds the changed one beside itself.
    for joined in (build / 'lib/Pipeline').glob('Joined*.cpp'):
        if '"Pipeline.cpp"' in joined.read_text():
            made = scratch / joined.name
            made.write_text(joined.read_text())
    compiling = command_for(build, f'lib/Pipeline/CMakeFiles/AgentcPipeline.dir/{made.name}.o')
    for flag, value in (('-o', scratch / 'Pipeline.o'), ('-MF', scratch / 'Pipeline.d'), ('-c', made)):
        compiling[compiling.index(flag) + 1] = str(value)
    compiling += ['-I', str(source / 'lib/Pipeline')]
    subprocess.run(compiling, cwd=build, check=True)
    linking = command_for(build, 'bin/agentc')
    at = linking.index('-o')
    linking[at + 1:at + 2] = [str(scratch / 'agentc'), str(scratch / 'Pipeline.o')]
    subprocess.run(linking, cwd=build, check=True)
    (scratch / 'agentc-tool-run').symlink_to(build / 'bin/agentc-tool-run')


def first_failure(source, scratch, stage):
    """The first example that doesn't come out as it should."""
    examples, inputs = source / 'docs/examples', source / 'test/Pipeline/Inputs'
    sealed = scratch / 'sealed.zip'
    sealed.unlink(missing_ok=True)
    checks = [
        (0, 'sales-agent 1.2.0: valid, sha256:', 'validate', '--no-load-test', examples / 'sales-agent'),
        (1, 'AC4101 eval-call', 'validate', '--no-load-test', examples / 'refused'),
        (1, 'child-process', 'validate', '--no-load-test', inputs / 'reaching'),
        (1, 'AC6201 sql-injection', 'validate', '--no-load-test', inputs / 'queries'),
        (0, 'settled 1.0.0: valid', 'validate', '--no-load-test', inputs / 'settled'),
        (0, '"check_inventory"', 'extract-config', examples / 'sales-agent'),
        (0, '"SELLER_NAME"', 'extract-config', examples / 'function-agent'),
        (0, 'approved 1.0.0: valid, 2 waived', 'validate', '--no-load-test', inputs / 'approved'),
        (1, 'AC9001 load-failed', 'validate', inputs / 'throws'),
        (0, 'sha256:', 'package', examples / 'function-agent', '-o', sealed),
        (0, 'unsigned', 'verify', sealed),
        (0, '"total": "3.57"', 'run', sealed, '--input', '{"lines": [{"unitPrice": 3}]}'),
    ]
    environment = {**os.environ, 'AGENTC_EMPTIED': stage, 'AGENTC_TODAY': '2026-11-22'}
    for code, words, *arguments in checks:
        run = subprocess.run([scratch / 'agentc', *arguments], capture_output=True, text=True, env=environment,
                             stdin=subprocess.DEVNULL, check=False)
        if run.returncode != code or words not in run.stdout:
            return f'{arguments[0]} {pathlib.Path(arguments[-1]).name}'
    return None


def main():
    source, build, scratch = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    build_agentc(source, build, scratch)
    whole = first_failure(source, scratch, '')
    if whole:
        sys.exit(f'with all stages in place an example fails: {whole}')
    unneeded = 0
    for stage in EMPTY:
        failure = first_failure(source, scratch, stage)
        print(f'{stage}: {failure or "no example fails"}')
        unneeded += failure is None
    print(f'{len(EMPTY)} stages emptied, {unneeded} unnoticed')
    return unneeded


sys.exit(main())
