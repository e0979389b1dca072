"""folders.py ROOT: prints what is out of place in the folders of libraries and programs below ROOT."""
import pathlib
import re
import sys

# The libraries whose business it is to print or to end a process; the sandbox's own processes end in Runtime.
MAY_PRINT_OR_EXIT = {'Driver', 'ToolDriver', 'Runtime'}
PRINTS_OR_EXITS = re.compile(
    r'\bllvm::(outs|errs)\(\)|\bstd::(cout|cerr|exit)\b|(?<![\w.>:])(printf|puts|exit|abort)\('
)
MAIN_LINES = 40
PLAIN_PATH = re.compile(r'"(global|module|any|handler):[^"\s]+"(?!_api)')
# Beginnings of names, which are no whole path.
MAY_BE_PLAIN = {'"module:@modelcontextprotocol/s"', '"module:tslib.__"', '"module:@swc/helpers/_/_"'}


def check(root):
    for library in sorted(file.parent for file in (root / 'lib').glob('*/CMakeLists.txt')):
        name = library.name
        if not (library / 'README.md').is_file():
            yield f'lib/{name}: has no README.md'
        text = (library / 'CMakeLists.txt').read_text()
        listed = []
        for call in re.findall(r'add_(?:library|engine)\(([^)]*)\)', text):
            sources = re.findall(r'[\w/.-]+\.cpp', call.split('APART')[0])
            listed += sources
            if sources != sorted(sources):
                yield f'lib/{name}/CMakeLists.txt: its sources are not sorted'
        globs = re.findall(r'GLOB\s+(\S+?)[\s)]', text)
        for source in sorted(library.rglob('*.cpp')):
            place = source.relative_to(library)
            if str(place) not in listed and not any(place.match(pattern) for pattern in globs):
                yield f'lib/{name}/CMakeLists.txt: {place} is not built'
            for number, line in enumerate(source.read_text().splitlines(), 1):
                code = line.split('//')[0]
                plain = PLAIN_PATH.search(code)
                if plain and plain[0] not in MAY_BE_PLAIN:
                    yield f'lib/{name}/{place}:{number}: say {plain[0]}_api, so that a typo does not compile'
                if name not in MAY_PRINT_OR_EXIT and PRINTS_OR_EXITS.search(code):
                    yield f'lib/{name}/{place}:{number}: only a driver prints or exits'
    for program in sorted((root / 'tools').glob('*/main.cpp')):
        lines = len(program.read_text().splitlines())
        if lines > MAIN_LINES:
            yield f'{program.relative_to(root)}: {lines} lines, more than {MAIN_LINES}'


if __name__ == '__main__':
    found = list(check(pathlib.Path(sys.argv[1])))
    print('\n'.join(found))
    sys.exit(bool(found))
