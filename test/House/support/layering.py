"""layering.py ROOT: compares the #includes below ROOT with the links that CMake declares and with the house's table."""
import pathlib
import re
import sys

# Library -> what it may link directly; anything those may use is allowed too.
MAY_USE = {
    'Support': [],
    'CommandLine': ['Support'],
    'Diagnostics': ['Support'],
    'Syntax': ['Diagnostics'],
    'Archive': ['Diagnostics'],
    'Bundle': ['Archive', 'Syntax'],
    'Program': ['Bundle'],
    'Values': ['Program'],
    'Flow': ['Values'],
    'Config': ['Flow'],
    'Cache': ['Support'],
    'Database': ['Support'],
    'Redis': ['Support'],
    'Store': ['Database', 'Cache', 'Redis'],
    'ToolProtocol': ['Support'],
    'Rpc': ['Support'],
    'Mcp': ['ToolProtocol', 'Http', 'Rpc'],
    'Access': ['Config', 'ToolProtocol'],
    'Check': ['Access'],
    'Net': ['Support'],
    'Http': ['Support'],
    'Models': ['Http', 'Net'],
    'Agents': ['Models', 'Store', 'ToolProtocol'],
    'Oci': ['CommandLine', 'Net'],
    'Serve': ['Http', 'Mcp', 'Store', 'Agents'],
    'Rules': ['Check', 'Net'],
    'Packaging': ['Check', 'Archive'],
    'Report': ['Packaging'],
    'Pipeline': ['Rules', 'Packaging', 'CommandLine'],
    'Calls': ['Pipeline'],
    'Lint': ['Pipeline', 'Cache'],
    'LanguageServer': ['Lint', 'Report', 'Rpc'],
    'Runtime': ['ToolProtocol', 'Net', 'Database'],
    'ToolDriver': ['Runtime', 'CommandLine'],
    'Driver': ['Agents', 'Calls', 'LanguageServer', 'Lint', 'Mcp', 'Oci', 'Report'],
}

# Third party's header (a pattern) and target -> the library that may see it; a line each where two may.
THIRD_PARTIES = [
    (r'tree_sitter/', 'agentc::tree-sitter', 'Syntax'),
    (r'archive(_entry)?\.h$', 'agentc::libarchive', 'Archive'),
    (r'zlib\.h$', 'agentc::zlib', 'Archive'),
    (r'(v8|libplatform/|cppgc/|node\.h)', 'agentc::v8', 'Runtime'),
    (r'seccomp\.h$', 'agentc::seccomp', 'Runtime'),
    (r'sqlite3\.h$', 'agentc::sqlite', 'Database'),
    (r'hiredis/', 'agentc::hiredis', 'Redis'),
    (r'unicode/', 'agentc::icu', 'Archive'),
    (r'unicode/', 'agentc::icu', 'Values'),
    (r'unicode/', 'agentc::icu', 'Access'),
    (r'unicode/', 'agentc::icu', 'Rules'),
    (r'openssl/', 'agentc::crypto', 'Packaging'),
    (r'openssl/', 'agentc::openssl', 'Runtime'),
    (r'openssl/', 'agentc::sha256', 'Support'),
    (r'curl/', 'agentc::libcurl', 'Net'),
    (r'boost/', 'agentc::boost', 'Http'),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def reachable(edges, library):
    seen, todo = set(), list(edges.get(library, []))
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += edges.get(name, [])
    return seen


def declared_links(root):
    links = {}
    for file in sorted((root / 'lib').glob('*/CMakeLists.txt')):
        text = re.sub(r'#.*', '', file.read_text())
        call = re.search(r'agentc_add_library\(\s*(\w+)([^)]*)\)', text)
        if call:
            links[call[1]] = (file.relative_to(root), re.findall(r'agentc::[\w-]+', call[2]))
    return links


def check(root):
    links = declared_links(root)
    edges = {name: [link[8:] for link in targets if link[8].isupper()] for name, (_, targets) in links.items()}
    for name, (file, targets) in links.items():
        allowed = reachable(MAY_USE, name)
        if name not in MAY_USE:
            yield f'{file}: {name} is not in the table of libraries'
        for target in targets:
            if target[8].isupper() and target[8:] not in allowed:
                yield f'{file}: {name} may not link {target[8:]}'
        for target in targets:
            owners = [owner for _, third, owner in THIRD_PARTIES if third == target]
            if owners and name not in owners:
                yield f'{file}: only {" and ".join(owners)} may link {target}'

    for file in sorted([*root.glob('lib/**/*'), *root.glob('include/agentc/**/*')]):
        if file.suffix not in ('.h', '.cpp', '.def', '.inc') or not file.is_file():
            continue
        place = file.relative_to(root)
        library = place.parts[1] if place.parts[0] == 'lib' else place.parts[2]
        if library not in links:
            continue
        visible = reachable(edges, library) | {library}
        for number, line in enumerate(file.read_text(errors='replace').splitlines(), 1):
            include = INCLUDE.match(line)
            if not include:
                continue
            header = include[2]
            ours = re.match(r'agentc/(\w+)/', header)
            if ours and ours[1] not in visible:
                yield f'{place}:{number}: {library} includes {header} but does not link {ours[1]}'
            owners = [owner for pattern, _, owner in THIRD_PARTIES if re.match(pattern, header)]
            if include[1] == '<' and owners and library not in owners:
                yield f'{place}:{number}: only {" and ".join(owners)} may include <{header}>'


if __name__ == '__main__':
    found = list(check(pathlib.Path(sys.argv[1])))
    print('\n'.join(found))
    sys.exit(bool(found))
