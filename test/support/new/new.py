"""new.py KIND ARGUMENTS...: what `./dev new-KIND` does, in the tree that is the working folder. Writes new files from
those beside this one, *.in, and adds the line that registers what is new. Everything or nothing is written."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

TEMPLATES = pathlib.Path(__file__).resolve().parent
UPPER = r'[A-Z][A-Za-z0-9]*'
PACKAGE = r'(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*'
# What else the generated enumerations hold, and words that the program takes before it looks for a subcommand.
TAKEN_COMMANDS = {'count', 'help', 'invalid', 'program', 'version'}


class Refused(Exception):
    pass


def lower_words(name):
    return re.sub(r'([a-z0-9])([A-Z])', r'\1-\2', name).lower()


def upper_camel(name):
    return ''.join(word[0].upper() + word[1:] for word in re.split('[^A-Za-z0-9]+', name) if word)


class Change:
    """New files and changed ones, written together."""

    def __init__(self, **words):
        self.words, self.new, self.changed = words, {}, {}

    def write(self, template, path):
        if os.path.lexists(path):
            raise Refused(f'{path} exists already')
        text = re.sub('@([a-z]+)@', lambda match: self.words[match[1]], (TEMPLATES / template).read_text())
        if path.endswith('.cpp') and shutil.which('clang-format-19'):
            text = subprocess.run(['clang-format-19', f'--assume-filename={path}'], input=text, text=True, check=True,
                                  stdout=subprocess.PIPE).stdout
        self.new[path] = text

    def text(self, path):
        return self.changed.get(path) or pathlib.Path(path).read_text()

    def insert(self, path, begin, end, line, key):
        """Adds a line between those that match `begin` and `end`, in the order of `key`, which is None for a line that
        goes on from the one before it."""
        lines = self.text(path).splitlines()
        try:
            first = next(i for i, each in enumerate(lines) if re.match(begin, each)) + 1
            last = next(i for i in range(first, len(lines)) if re.match(end, lines[i]))
        except StopIteration:
            raise Refused(f'{path} has no list that begins with {begin!r}') from None
        at = next((i for i in range(first, last) if key(lines[i]) is not None and key(lines[i]) > key(line)), last)
        lines.insert(at, line)
        self.changed[path] = '\n'.join(lines) + '\n'

    def add_source(self, library, source):
        self.insert(f'lib/{library}/CMakeLists.txt', r' +SOURCES$', r' +LINKS\b', f'    {source}', str.strip)

    def append(self, path, lines):
        self.changed[path] = self.text(path) + lines

    def replace(self, path, old, new):
        text = self.text(path)
        if old not in text:
            raise Refused(f'{path} has no {old!r}')
        self.changed[path] = text.replace(old, new, 1)

    def save(self):
        made = []
        try:
            for path, text in {**self.new, **self.changed}.items():
                pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
                made.append(f'{path}.new')
                pathlib.Path(made[-1]).write_text(text)
        except OSError:
            for path in made:
                pathlib.Path(path).unlink(missing_ok=True)
            raise
        for path in made:
            os.replace(path, path.removesuffix('.new'))
        for path in self.new:
            print(f'wrote {path}')
        for path in self.changed:
            print(f'registered in {path}')


def fits(pattern, *words):
    return all(re.fullmatch(pattern, word) for word in words)


def new_rule(group, rule, first='', *more):
    """GROUP RuleName [FIRST-ID]: a rule with the next free id, its page and its test, as CodeGeneration EvalCall"""
    if more or not fits(UPPER, group, rule):
        return None
    name, place = lower_words(rule), f'lib/Rules/{group}/{rule}'
    used = {int(number) for root in ('lib', 'include') for file in pathlib.Path(root).rglob('*') if file.is_file()
            for number in re.findall(r'AC(\d{4})', file.read_text(errors='replace'))}
    of_group = [int(number) for file in pathlib.Path(f'lib/Rules/{group}').glob('*')
                for number in re.findall(r'AC(\d{4})', file.read_text())]
    first = first.removeprefix('AC') or (str(max(of_group)) if of_group else '')
    if not fits(r'[1-9]\d{3}', first):
        raise Refused(f'group {group} is new: say its first id, for example: ./dev new-rule {group} {rule} 6401 '
                      '(the ids by thousands are in docs/how-to/write-a-rule.md)')
    number = next((each for each in range(int(first), 10000) if each not in used), None)
    if number is None:
        raise Refused(f'no id from {first} on is free')
    change = Change(id=f'AC{number}', rule=rule, name=name, group=lower_words(group).replace('-', ' '))
    change.write('rule.cpp.in', f'{place}.cpp')
    change.write('rule.md.in', f'{place}.md')
    change.write('rule.test.in', f'test/Rules/{group}/{name}.test')
    return (
        change,
        (
            f'{change.words["id"]} is its id; `agentc validate --dump=values FILE` shows the API paths of code; '
            f'./dev test Rules/{group}/{name}.test Rules/manual-pages.test'
        ),
    )


FRAMEWORKS = pathlib.Path('lib/Config/Frameworks')


def reader_of(package):
    """The file of the framework that reads what this package defines, if there is one."""
    names = re.compile(rf'\.packages = "([^"]* )?{re.escape(package)}(/\*)?[ "]')
    return next((file for file in sorted(FRAMEWORKS.glob('*.cpp')) if names.search(file.read_text())), None)


def new_framework(name, package='', *more):
    """Name [npm-package]: a framework whose tools agentc reads, and its test, as FlowKit @flow/kit"""
    package = package or lower_words(name)
    if more or not fits(UPPER, name) or not fits(PACKAGE, package):
        return None
    if file := reader_of(package):
        raise Refused(f'{file} reads `{package}` already')
    for file in FRAMEWORKS.glob('*.cpp'):
        text = file.read_text()
        if re.search(rf'^const Framework \w+ = {{\s*"{re.escape(lower_words(name))}"', text, re.M):
            raise Refused(f'framework `{lower_words(name)}` of {file} exists already')
    change = Change(name=name, word=lower_words(name), package=package)
    change.write('framework.cpp.in', f'lib/Config/Frameworks/{name}.cpp')
    change.write('framework.test.in', f'test/Config/{lower_words(name)}.test')
    return change, (f'the forms of `{package}` in the table, and by `result` the members that a made tool has of what '
                    f'it is made of; ./dev new-module {package}, so that its tools run; a test '
                    'against the package itself in test/Frameworks; ./dev test Config')


def new_command(name, *more):
    """name: a subcommand of agentc and its test, as compare-prices"""
    if more or not fits('[a-z]+(-[a-z]+)*', name):
        return None
    camel, table = upper_camel(name), 'lib/Driver/Subcommands.def'
    constant = camel[0].lower() + camel[1:]
    there = re.findall(r'^SUBCOMMAND\((\w+), (\w+)\)$', pathlib.Path(table).read_text(), re.M)
    if name in TAKEN_COMMANDS or any(camel == each or constant == other for each, other in there):
        raise Refused(f'`{name}` is taken')
    change = Change(name=name, camel=camel, constant=constant)
    change.write('command.cpp.in', f'lib/Driver/Commands/{camel}.cpp')
    change.write('command.test.in', f'test/Driver/{name}.test')
    change.append(table, f'SUBCOMMAND({camel}, {constant})\n')
    change.add_source('Driver', f'Commands/{camel}.cpp')
    flags = 'lib/Driver/Flags/Options.td'
    for others in ('readers', 'writers'):
        change.replace(flags, f'defvar {others} = [', f'defvar {others} = [For{camel}, ')
    return (
        change,
        (
            f'its group and summary in lib/Driver/Commands/{camel}.cpp; flags of its own, or of `subcommands`, by the '
            f'visibility `For{camel}` in {flags}; ./dev test Driver/{name}.test CommandLine'
        ),
    )


def script_key(line):
    match = re.match(r"  '?([^' :]+)'?: \(\) =>", line)
    return match and match[1]


def quoted(name):
    return name if fits(r'[A-Za-z_]\w*', name) else f"'{name}'"


def new_builtin(name):
    table = 'include/agentc/Bundle/Modules.def'
    found = re.search(rf'^NODE_MODULE\("{re.escape(name)}", (\w+), (\w+), .*$', pathlib.Path(table).read_text(), re.M)
    if not found:
        raise Refused(f'{table} has no module `{name}` of Node; one that Node has by its scheme only, as `node:test`, '
                      'needs a change in lib/Bundle/ModuleNames.cpp first')
    if found[1] != 'absent':
        raise Refused(f'the sandbox has `{name}` already, by runtime/prelude/scripts/{found[1]}.js')
    if found[2] != 'Nothing':
        raise Refused(f'`{name}` reaches out of the sandbox ({found[2]}), so its functions have to throw; '
                      'lib/Runtime/README.md tells how')
    file = '-'.join(re.findall('[a-z0-9]+', name))
    change = Change(name=name, file=file)
    change.write('builtin.js.in', f'runtime/prelude/scripts/builtins/{file}.js')
    change.write('builtin.test.in', f'test/Runtime/module-{file}.test')
    change.replace(table, found[0], found[0].replace(', absent,', ', builtins,'))
    change.insert(
        'runtime/prelude/scripts/builtins.js',
        'const modules = {',
        '};',
        f"  {quoted(name)}: () => require('./builtins/{file}.js').module,",
        script_key,
    )
    return (
        change,
        (
            'its row in docs/compatibility.md, where `absent modules` names it no more; its types in'
            ' runtime/types/modules.d.ts; ./dev test Runtime'
        ),
    )


def new_module(name, *more):
    """node:NAME | npm-package: a module of the sandbox, Node's or a framework's, and its test, as node:path/win32"""
    if more:
        return None
    if fits('node:[a-z0-9_]+(/[a-z0-9_]+)*', name):
        return new_builtin(name.removeprefix('node:'))
    if not fits(PACKAGE, name):
        return None
    table = 'include/agentc/Bundle/Modules.def'
    if re.search(rf'^\w+\("{re.escape(name)}",', pathlib.Path(table).read_text(), re.M):
        raise Refused(f'{table} has `{name}` already')
    file = '-'.join(re.findall('[a-z0-9]+', name))
    if not file:
        return None
    change = Change(name=name, file=file)
    change.write('package.js.in', f'runtime/prelude/scripts/frameworks/{file}.js')
    # `agentc run` calls only what extraction has found.
    template = 'framework-run.test.in' if reader_of(name) else 'package.test.in'
    change.write(template, f'test/Runtime/framework-{file}.test')
    change.insert(table, '#ifdef PROVIDED_PACKAGE', '#endif', f'PROVIDED_PACKAGE("{name}", "", frameworks)',
                  lambda line: line.split('"')[1])
    change.insert('runtime/prelude/scripts/frameworks.js', 'const frameworks = {', '};',
                  f"  {quoted(name)}: () => require('./frameworks/{file}.js'),", script_key)
    return change, (f'what `{name}` has to define agents and tools; a case in test/Frameworks/support/shims.mjs, which '
                    'compares it with the package; ./dev test Runtime')


def new_renderer(name, *more):
    """Name: an output format and its test, as Checkstyle"""
    if more or not fits(UPPER, name):
        return None
    word, formats = lower_words(name), 'include/agentc/Diagnostics/Formats.def'
    if name in ('ManualPage', 'Statistics') or f'"{word}"' in pathlib.Path(formats).read_text():
        raise Refused(f'`{name}` is taken')
    change = Change(name=name, word=word)
    change.write('renderer.cpp.in', f'lib/Diagnostics/{name}Renderer.cpp')
    change.write('renderer.test.in', f'test/Diagnostics/{word}.test')
    change.append(formats, '// Say here what the format promises: a line for each finding that is not waived.\n'
                  f'REPORT_FORMAT({name}, "{word}")\n')
    change.add_source('Diagnostics', f'{name}Renderer.cpp')
    row = f'| `{word}` | say who reads it | say where it is written down |'
    change.insert('docs/output-formats.md', r'\|---\|', '$', row, lambda line: '')
    return change, (f'what it promises in {formats}; its row in docs/output-formats.md; '
                    f'./dev test Diagnostics/{word}.test Diagnostics/hostile.test Lint/formats.test')


KINDS = {'rule': new_rule, 'framework': new_framework, 'command': new_command, 'module': new_module,
         'renderer': new_renderer}


def main(kind, *arguments):
    make = KINDS[kind]
    try:
        made = make(*arguments) if len(arguments) >= (2 if kind == 'rule' else 1) else None
        if made is None:
            raise Refused(f'usage: ./dev new-{kind} {make.__doc__}')
        change, more = made
        change.save()
    except (Refused, OSError) as error:
        print(f'dev: {error}', file=sys.stderr)
        return 2
    print(f'next: {more}')
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
