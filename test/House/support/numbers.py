"""numbers.py ROOT: prints what is larger than docs/style.md allows, and the words that it does without."""
import pathlib
import re
import sys

FOLDERS = ['lib', 'include', 'tools']
SOURCES_IN_FOLDER = 25
HEADER_LINES = 200
METHODS_OF_CLASS = 40
COLUMNS = {'.cpp': 100, '.h': 100, '.def': 120, '.inc': 120, '.test': 120, '.py': 120, '.mjs': 120, '.sh': 120}
TABLES = {'.def', '.inc'}  # a row is a line, and only comments are wrapped
# Folders of what is read as it was written: others' code, bundles whose columns tests name, seeds of fuzzing.
NOT_OURS = {'node_modules', 'Inputs', 'seeds'}
SCRIPTS = {'.py', '.mjs', '.sh'}

DOC = re.compile(r'^\s*///<? ?')
BEGINS_BADLY = re.compile(r'(What|Whether|Where)\b')
IS_NO = re.compile(r'(?<!there )\bis no\b')
TO_SAY = re.compile(r'\b[Ss]ay here\b|"say in one sentence|"one line for the list')
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.S)
DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.M)
NAMESPACE = re.compile(r'namespace ([\w:]+|(?={)) ?{$')
NAMED = re.compile(r'(?:class|struct|enum class) (\w+)(?: final)?(?: : [^;]*)? {')
CLASS = re.compile(r'\b(?:class|struct)\s+((?:\w+::)*\w+)(?:\s+final)?\s*(?::[^:;{][^;{]*)?$')


def files(root, folders):
    for folder in folders:
        for file in sorted((root / folder).rglob('*')):
            if file.suffix in COLUMNS and not NOT_OURS & set(file.parts):
                yield file, file.relative_to(root).as_posix()


def methods(text):
    """Yields each class with the number of member functions that it declares; macros do not count."""
    code = DIRECTIVE.sub('', COMMENT_OR_TEXT.sub('""', text))
    scopes, begin = [], 0
    for at, char in enumerate(code):
        if char not in '{};':
            continue
        said = re.sub(r'\b(?:public|protected|private):', '', code[begin:at]).strip()
        begin = at + 1
        if char != '}' and scopes and scopes[-1] and is_method(said):
            scopes[-1][1] += 1
        if char == '{':
            named = CLASS.search(said)
            scopes.append([named[1], 0] if named else None)
        elif char == '}' and scopes:
            closed = scopes.pop()
            if closed:
                yield closed


def is_method(said):
    head = said.split('(')[0]
    initializes = '=' in re.sub(r'operator\W+', '', head)
    return '(' in said and not initializes and not re.match(r'(using|friend|typedef|static_assert)\b', said)


def docs(lines):
    """Yields the first line of each doc comment, with its number."""
    before = False
    for number, line in enumerate(lines, 1):
        is_doc = bool(DOC.match(line))
        if is_doc and not before:
            yield number, DOC.sub('', line)
        elif not is_doc and '///<' in line:
            yield number, line.split('///<', 1)[1].strip()
        before = is_doc


def sources(root):
    for folder in sorted({file.parent for file, _ in files(root, FOLDERS)}):
        count = len(list(folder.glob('*.cpp')))
        if count > SOURCES_IN_FOLDER:
            yield f'{folder.relative_to(root)}: {count} sources, more than {SOURCES_IN_FOLDER}'
    for file, name in files(root, FOLDERS):
        text = file.read_text()
        lines = text.splitlines()
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS[file.suffix] and (file.suffix not in TABLES or line.startswith('//')):
                yield f'{name}:{number}: {len(line)} columns, more than {COLUMNS[file.suffix]}'
            if any(IS_NO.search(said) for said in TEXT.findall(line)):
                yield f'{name}:{number}: a message says "is no"'
            if TO_SAY.search(line):
                yield f'{name}:{number}: a sentence of the template is not replaced'
        for number, line in docs(lines):
            if BEGINS_BADLY.match(line):
                yield f'{name}:{number}: a comment begins with "{line.split()[0]}"'
        if file.suffix == '.h' and len(lines) > HEADER_LINES:
            yield f'{name}: {len(lines)} lines, more than {HEADER_LINES}'
        for owner, count in methods(text):
            if count > METHODS_OF_CLASS:
                yield f'{name}: {owner} has {count} methods, more than {METHODS_OF_CLASS}'


def classes(root):
    """Two classes of one name share their inline functions, whichever the linker takes; nothing tells of it."""
    first = {}
    for file, name in files(root, ['include', 'lib']):
        namespaces = []
        for number, line in enumerate(file.read_text().splitlines(), 1):
            opened, own = NAMESPACE.match(line), NAMED.match(line)
            if opened:
                namespaces.append(opened[1])
            elif line.startswith('} // namespace'):
                namespaces.pop()
            elif own and all(namespaces):
                namespace = '::'.join(namespaces)
                place = first.setdefault((namespace, own[1]), f'{name}:{number}')
                if place != f'{name}:{number}':
                    yield f'{name}:{number}: a second {namespace}::{own[1]}, after {place}'


def tests(root):
    for file, name in files(root, ['test']):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if file.suffix in SCRIPTS | {'.test'} and len(line) > COLUMNS[file.suffix]:
                yield f'{name}:{number}: {len(line)} columns, more than {COLUMNS[file.suffix]}'


if __name__ == '__main__':
    root = pathlib.Path(sys.argv[1])
    found = [*sources(root), *classes(root), *tests(root)]
    print('\n'.join(found))
    sys.exit(bool(found))
