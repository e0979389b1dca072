"""coverage.py BUILD SOURCE: how many lines of each library the tests executed, by gcov, and which files none of them.

What a sandbox's process executes is not counted: it ends without writing anything anywhere."""
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile


def count_lines(notes):
    """(file, line, times) as gcov tells it of an object file's counters."""
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run(
            ['gcov', '--json-format', '--stdout', str(notes)], cwd=scratch, capture_output=True, text=True, check=False
        )
    found = []
    for text in done.stdout.splitlines():
        told = json.loads(text)
        for file in told['files']:
            path = pathlib.Path(told['current_working_directory']) / file['file']
            found += [(str(path), line['line_number'], line['count']) for line in file['lines']]
    return found


def counts_by_file(build, source):
    """By path below the sources: how often each line was executed, in whichever program."""
    counts = collections.defaultdict(lambda: collections.defaultdict(int))
    # Objects whose counters nobody wrote have notes alone: their lines count as not executed.
    notes = sorted(build.rglob('*.gcno'))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for lines in pool.map(count_lines, notes):
            for path, line, times in lines:
                resolved = pathlib.Path(path).resolve()
                if resolved.is_relative_to(source) and resolved.relative_to(source).parts[0] in (
                    'lib',
                    'include',
                    'tools',
                ):
                    counts[resolved.relative_to(source)][line] += times
    return counts


def library_of(path):
    parts = path.parts
    return parts[2] if parts[0] == 'include' else parts[1] if parts[0] == 'lib' else 'tools'


def main():
    build, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    executed, all_lines, untouched = collections.Counter(), collections.Counter(), []
    for path, lines in sorted(counts_by_file(build, source).items()):
        done = sum(times > 0 for times in lines.values())
        executed[library_of(path)] += done
        all_lines[library_of(path)] += len(lines)
        if done == 0:
            untouched.append(f'{path} ({len(lines)} lines)')
    if not all_lines:
        sys.exit('coverage: nothing was counted')
    for library in sorted(all_lines):
        print(f'{library:14} {100 * executed[library] / all_lines[library]:5.1f} % of {all_lines[library]:6} lines')
    print(f'{"together":14} {100 * executed.total() / all_lines.total():5.1f} % of {all_lines.total():6} lines')
    for line in untouched:
        print(f'not executed: {line}')


if __name__ == '__main__':
    main()
