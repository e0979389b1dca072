"""page-names.py LIB: prints lib/Rules/Modules/PageNames.inc, the global names of browsers as TypeScript's own libraries
in the folder LIB declare them."""
import re
import sys

names, values = set(), set()
for lib in ('dom', 'webworker'):
    text = open(f'{sys.argv[1]}/lib.{lib}.d.ts', encoding='utf-8').read()
    for kind, name in re.findall(r'^declare (var|const|let|function) (\w+)', text, re.M):
        (values if kind != 'function' and name[0].islower() else names).add(name)
print(
    "// The global names of browsers, as TypeScript's lib.dom.d.ts and lib.webworker.d.ts declare them; those of"
    " small\n// letters that are not functions apart, since they are words that anybody means something else by.\n//"
    " Made by test/Rules/support/page-names.py, which a test runs again."
)
for macro, words in (('PAGE_NAME', names), ('PAGE_VALUE', values - names)):
    line = ''
    for word in sorted(words):
        entry = f'{macro}({word})'
        if len(line) + len(entry) >= 100:
            print(line)
            line = ''
        line += (' ' if line else '') + entry
    print(line)
print('#undef PAGE_NAME\n#undef PAGE_VALUE')
