"""walks.py ROOT: finds walks over whole modules above Flow; what looks for kinds of nodes asks the index of them."""
import pathlib
import re
import sys

# What reads a module's text as a whole, with the reason.
ALLOWED = {
    'lib/Config/DefinitionCalls.cpp': 'needs several kinds in the order of the text',
    'lib/Config/DefinitionIndex.cpp': 'needs several kinds in the order of the text',
    'lib/Driver/Reports/FunctionNames.cpp': 'needs parents before children',
    'lib/Rules/HiddenCode/ConfusableIdentifier.cpp': 'looks at all names of a text',
    'lib/Rules/HiddenCode/EncodedPayload.cpp': 'leaves parts out',
    'lib/Rules/Obfuscation.cpp': 'looks at nodes of most kinds',
    'lib/Rules/SecretSearch.cpp': 'looks at all texts',
    'lib/Rules/SupplyChain/SourceMapMismatch.cpp': 'looks at all words of a text',
}
ABOVE = ('Config', 'Access', 'Check', 'Rules', 'Packaging', 'Pipeline', 'Calls', 'Lint', 'Driver')
WALK = re.compile(r'\b(walk|visit|find|self)\(\*[\w.>()-]*program\b')

root = pathlib.Path(sys.argv[1])
failed = False
for library in ABOVE:
    for source in sorted((root / 'lib' / library).rglob('*.cpp')):
        name = source.relative_to(root).as_posix()
        lines = source.read_text().splitlines()
        found = [n for n, line in enumerate(lines, 1) if WALK.search(line)]
        if found and name not in ALLOWED:
            failed = True
            print(f'{name}:{found[0]}: walks a whole module; `Program::forEach` finds nodes of a kind')
        if not found and name in ALLOWED:
            failed = True
            print(f'{name}: need not be allowed to walk whole modules')
sys.exit(failed)
