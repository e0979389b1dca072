"""engine-imports.py OBJECT PROGRAM: what OBJECT shows to the program that it is loaded into, and from where its own
names come."""
import re
import subprocess
import sys


def names(file, *options):
    """Of the dynamic symbols, without versions."""
    text = subprocess.run(['nm', '-D', *options, file], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split('@')[0]: line.split()[-2] for line in text.splitlines()}


def libraries(file):
    text = subprocess.run(['ldd', file], check=True, capture_output=True, text=True).stdout
    return re.findall(r'(/\S+/(?:libc|libm|libdl|libstdc\+\+|libgcc_s|ld-linux[-\w]*)\.so\S*)', text)


engine, program = sys.argv[1:]
shown = names(engine, '--defined-only')
print('shows:', *sorted(shown))
# A weak name may be nobody's.
undefined = names(engine, '--undefined-only')
wanted = {name for name, kind in undefined.items() if kind == 'U'}
offered = set(names(program, '--defined-only'))
system = {name for file in libraries(program) for name in names(file, '--defined-only')}
of_program = set(undefined) & offered
of_v8 = {name for name in of_program if re.match(r'_ZN?K?[TSV]*\w*?2v8', name)}
# Asked for by name, without any other of these libraries in the object.
of_compression = {name for name in of_program if re.match(r'(Brotli(De|En)coder|ZSTD_)[A-Za-z0-9_]+$', name)}
# Of its locks, whether they look for deadlocks.
of_locks = {name for name in of_program if name.startswith('_ZN4absl29SetMutexDeadlockDetectionMode')}
others = sorted(of_program - of_v8 - of_compression - of_locks - system)
print(
    (
        f"of V8's program: {len(of_v8)} names of v8, {len(of_compression)} of its compression, {len(of_locks)} of its"
        f" locks, {len(others)} others"
    ),
    *others,
)
print(f"of C's and C++'s own libraries: {len(wanted & system - of_v8)} names")
missing = sorted(wanted - offered - system)
print(f'of nobody: {len(missing)} names', *missing)
