"""The JavaScript of an installed npm package that a program which imports it can run."""
import json
import re

EXTENSIONS = ('.js', '.cjs', '.mjs')
CONDITIONS_OF_TYPES = ('types', 'typings')
NOT_RUNTIME = re.compile(r'(^|/)(tests?|test-utils|__tests__|spec|benchmarks?|examples?|docs?|scripts|bin)/|'
                         r'\.(test|spec|config)\.[cm]?js$|(^|/)(Gruntfile|gulpfile|\.)[^/]*$')
REFERENCE = re.compile(r'''(?:\bfrom|\bimport|\brequire|\bimport\s*\()\s*\(?\s*["'](\.{1,2}(?:/[^"'\n]*)?)["']''')


def targets(exports):
    """The paths that an `exports` field names, types left out."""
    if isinstance(exports, str):
        yield exports
    elif isinstance(exports, list):
        for one in exports:
            yield from targets(one)
    elif isinstance(exports, dict):
        for key, value in exports.items():
            if key not in CONDITIONS_OF_TYPES:
                yield from targets(value)


def matching(files, target):
    """The files that a path of the manifest names; its `*` stands for any text."""
    target = target.removeprefix('./')
    if '*' in target:
        before, _, after = target.partition('*')
        return [f for f in files if f.startswith(before) and f.endswith(after) and len(f) >= len(before) + len(after)]
    found = find(files, target)
    return [found] if found else []


def find(files, path):
    """The file that a path without an extension, or a folder's, names."""
    path = path.rstrip('/')
    for name in [
        path,
        *(path + e for e in EXTENSIONS),
        *(f'{path}/index{e}' if path else f'index{e}' for e in EXTENSIONS),
    ]:
        if name in files:
            return name
    return None


def joined(base, reference):
    """A relative reference made in the file `base`, from the package's root; None if it leads out of it."""
    parts = base.split('/')[:-1]
    for part in reference.split('/'):
        if part == '..':
            if not parts:
                return None
            parts.pop()
        elif part not in ('.', ''):
            parts.append(part)
    return '/'.join(parts)


def reach(files, starts):
    """What the starts load by relative names, and what that loads in turn."""
    seen, waiting = set(starts), list(starts)
    while waiting:
        name = waiting.pop()
        for reference in REFERENCE.findall(files[name].read_text(errors='replace')):
            path = joined(name, reference)
            found = find(files, path) if path is not None else None
            if found and found not in seen:
                seen.add(found)
                waiting.append(found)
    return seen


def entries_of(files, manifest):
    """What the manifest's fields name."""
    named = [*targets(manifest.get('exports')), *targets(manifest.get('imports'))]
    for field in ('main', 'module', 'browser', 'jsdelivr', 'unpkg'):
        if isinstance(manifest.get(field), str):
            named.append(manifest[field])
    if not named:
        named.append('index')
    return {file for target in named for file in matching(files, target)}


def runtime_files(package):
    """By name, the files of the package's folder: what main, module and exports reach. Where there is no `exports`,
    every file beside those can be imported by its path, so it counts too. Tests, examples and what only programs in
    `bin` reach do not."""
    manifest = json.loads((package / 'package.json').read_text())
    files = {}
    for path in sorted(package.rglob('*')):
        name = path.relative_to(package).as_posix()
        if path.suffix in EXTENSIONS and path.is_file() and 'node_modules/' not in name:
            files[name] = path
    starts = {name for name in entries_of(files, manifest) if not NOT_RUNTIME.search(name)}
    reached = reach(files, starts)
    if 'exports' not in manifest:
        programs = manifest.get('bin') or []
        programs = (
            [programs]
            if isinstance(programs, str)
            else list(programs.values()) if isinstance(programs, dict) else programs
        )
        only_programs = reach(files, {f for p in programs for f in matching(files, p)}) - reached
        folders = {name.rpartition('/')[0] for name in reached}
        beside = {name for name in files
                  if name.rpartition('/')[0] in folders and not NOT_RUNTIME.search(name) and name not in only_programs}
        reached = reach(files, reached | beside)
    return {name: files[name] for name in sorted(reached)}
