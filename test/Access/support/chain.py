"""chain.py LENGTH FOLDER [apart]: writes a bundle of that many files; each has a tool that calls the next file's
function and a host of its own, so that together the tools reach as many hosts as half its square, by ways as long as
the bundle. With `apart` no file calls another."""
import pathlib
import sys


def main():
    length, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    source = folder / 'src'
    source.mkdir(parents=True)
    (folder / 'package.json').write_text(
        '{"name": "chain", "version": "1.0.0", "type": "module", "main": "src/f0.js"}\n')
    for i in range(length):
        is_last = i + 1 == length or 'apart' in sys.argv
        load = '' if is_last else f"import {{ help{i + 1} }} from './f{i + 1}.js';\n"
        call = '0' if is_last else f'help{i + 1}(x - 1)'
        (source / f'f{i}.js').write_text(f"""import {{ tool }} from 'ai';
import {{ z }} from 'zod';
{load}export function help{i}(x) {{ return x ? {call} : fetch('https://h{i}.example/' + x); }}
export const t{i} = tool({{ description: 'Asks host {i}', inputSchema: z.object({{ x: z.number() }}),
  execute: async ({{ x }}) => help{i}(x) }});
""")


main()
