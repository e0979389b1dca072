"""hostile_definitions.py FOLDER: writes sources whose definitions would cost the square, or more, of their length."""
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
head = "import {tool, ToolLoopAgent} from 'ai'\nimport {Agent, tool as own} from '@openai/agents'\n"
one = "own({name: 'a', description: 'd', parameters: {}, execute() {}})"
calls = ''.join(f'g({i});' for i in range(50_000))


def lines(count, text):
    return ''.join(text.replace('#', str(i)) + '\n' for i in range(count))


cases = {
    'nested': (
        f"const t = {one}, a0 = [{','.join(['t'] * 500)}]\n"
        + ''.join(f"const a{i} = [{','.join([f'a{i - 1}'] * 500)}]\n" for i in range(1, 10))
        + "new Agent({name: 'x', tools: a9})"
    ),
    'keys': (
        "const t = tool({description: 'x', execute() {}})\nnew ToolLoopAgent({tools:"
        f" {{{','.join(f'k{i}: t' for i in range(20_000))}}}}})"
    ),
    'function': f"const f = () => {{{calls} return 'x'}}\n" + lines(2_000, "new Agent({name: 'a#', instructions: f})"),
    'class': (
        f"class X extends Agent {{ m() {{{calls}}} constructor() {{ super({{name: 'x'}}) }} }}\n"
        + f"new Agent({{name: 'y', handoffs: [{','.join(['new X()'] * 2_000)}]}})"
    ),
    'pushes': "const a = new Agent({name: 'a'})\n" + lines(
        5_000, f"a.handoffs.push(a); a.tools.push({one.replace(chr(39) + 'a' + chr(39), chr(39) + 't#' + chr(39))})"
    ),
    'exports': (
        lines(5_000, "const v# = tool({description: 'd', execute() {}})")
        + f"export {{{','.join(f'v{i} as e{i}' for i in range(5_000))}}}"
    ),
    'texts': f"const p = `{'${x} ' * 50_000}`\n" + lines(50, "new Agent({name: 'a#', instructions: p})"),
    'conditions': (
        f"new ToolLoopAgent({{tools: {{{','.join(f'...(c ? {{k{i}: tool({{}})}} : {{}})' for i in range(5_000))}}}}})"
    ),
    'shared': (
        f"const mk = a => [{','.join('a' * 10)}]\nfor (const n of [{','.join(f'`t{i}`' for i in range(990))}])\n"
        + "  own({description: mk(mk(mk(mk(mk(mk({a: 1})))))), name: n, execute() {}})"
    ),
}
for name, source in cases.items():
    (folder / name).mkdir(parents=True)
    (folder / name / 'index.ts').write_text(head + source + '\n')
