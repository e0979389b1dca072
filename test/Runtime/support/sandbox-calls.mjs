// Runs the cases of a module in the sandbox, each in a call of its own, since one that goes wrong would take the others
// along.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

// `entry` is the text of an ES module that imports `./cases.mjs` and exports a handler, which gets each of `inputs`.
// `image` has more of the run image. Answers the reports by name.
export function callsInSandbox(program, { cases, entry, inputs, grant = {}, image: more = {} }) {
  const image = {
    ...more,
    entry: 'index.mjs',
    style: 'handler',
    tools: [],
    modules: [
      { path: 'cases.mjs', format: 'esm', text: readFileSync(cases, 'utf8') },
      { path: 'index.mjs', format: 'esm', text: entry },
    ],
    links: [{ module: 'index.mjs', specifier: './cases.mjs', target: 'cases.mjs' }],
  };
  const lines = Object.entries(inputs).map(([id, input]) =>
    JSON.stringify({ schema: 'agentc.request/1', id, input, grant, image }),
  );
  return new Promise((resolve, reject) => {
    const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: process.env.PATH } });
    let output = '';
    child.stdout.on('data', (text) => { output += text; });
    child.on('error', reject);
    child.on('close', () => resolve(Object.fromEntries(output.trim().split('\n').map((line) => JSON.parse(line))
      .map((report) => [report.id, report]))));
    child.stdin.end(`${lines.join('\n')}\n`);
  });
}

// The first cells of the tables of a page, from the heading on and to the next one: `name` → the row's cells.
export function rowsOf(page, heading) {
  const lines = readFileSync(page, 'utf8').split('\n');
  const from = lines.indexOf(heading), rows = {};
  for (let i = from + 1; i < lines.length && !/^##? /.test(lines[i]); ++i)
    if (lines[i].startsWith('| `')) {
      const cells = lines[i].split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim());
      rows[cells[0].split('`')[1]] = cells;
    }
  return rows;
}
