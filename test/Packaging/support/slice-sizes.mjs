// slice-sizes.mjs AGENTC FOLDER: packages fifty tools that share nothing, and prints how large their slices are beside
// the bundle.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [agentc, folder] = process.argv.slice(2);
const count = 50;

/// Declarations of one tool: what real tools have, some 1.5 KB.
function toolText(i, esm) {
  const declare = esm && i % 2 ? 'export ' : '';
  return `
const unitOf${i} = ['piece', 'box', 'pallet'];
const ratesOf${i} = new Map(Object.entries({ standard: ${i + 1}, reduced: ${i / 2}, none: 0 }));
let lastOf${i} = null;
class Invoice${i} {
  constructor(lines) { this.lines = lines; }
  total() { return this.lines.reduce((sum, line) => sum + line.price * line.count, 0); }
  taxed(rate) { return this.total() * (1 + (ratesOf${i}.get(rate) ?? 0) / 100); }
}
function parse${i}(text) {
  return text.split(';').map((part) => {
    const [name, price, count = '1'] = part.split(',');
    return { name: name.trim(), price: Number(price), count: Number(count), unit: unitOf${i}[name.length % 3] };
  });
}
function describe${i}(invoice, rate) {
  lastOf${i} = { at: invoice.lines.length, rate };
  return \`invoice of \${invoice.lines.length} lines, \${invoice.taxed(rate).toFixed(2)} in all, \${lastOf${i}.rate}\`;
}
ratesOf${i}.set('special', ${i * 3});
${declare}const invoice${i} = createTool({
  name: 'invoice${i}',
  description: 'Adds up the lines of an invoice and its tax, by the rates of country ${i}',
  parameters: z.object({
    lines: z.string().describe('name,price,count; …'),
    rate: z.enum(['standard', 'reduced', 'none', 'special']),
  }),
  execute: async ({ lines, rate }) => ({
    text: describe${i}(new Invoice${i}(parse${i}(lines)), rate),
    units: unitOf${i},
  }),
});
`;
}

const names = Array.from({ length: count }, (_, i) => `invoice${i}`);
const agent = `createLightfast({ agents: { main: createAgent({ name: 'main', system: 'Answer.', model: 'x', tools: { ` +
  `${names.join(', ')} } }) } })`;
const layouts = {
  'one ES module': {
    'index.mjs': `import { createLightfast, createAgent, createTool } from '@lightfast/core';\nimport { z } ` +
      `from 'zod';\n${names.map((_, i) => toolText(i, true)).join('')}export default ${agent};\n`,
  },
  'one CommonJS module': {
    'index.cjs': `const { createLightfast, createAgent, createTool } = require('@lightfast/core');\nconst { z } ` +
      `= require('zod');\n${names.map((_, i) => toolText(i, false)).join('')}module.exports = ${agent};\n`,
  },
  'a module each': Object.fromEntries([
    ...names.map((name, i) => [
      `tools/${name}.mjs`,
      `import { createTool } from '@lightfast/core';\nimport { z } from ` +
      `'zod';\n${toolText(i, true)}${i % 2 ? '' : `export { ${name} };\n`}`,
    ]),
    [
      'index.mjs',
      `import { createLightfast, createAgent } from ` +
      `'@lightfast/core';\n${names.map((name) => `import { ${name} } from './tools/${name}.mjs';`).join('\n')}` +
      `\nexport default ${agent};\n`,
    ],
  ]),
};
let worst = 0;
for (const [layout, files] of Object.entries(layouts)) {
  const at = join(folder, layout.replaceAll(' ', '-'));
  mkdirSync(join(at, 'tools'), { recursive: true });
  const main = Object.keys(files).at(-1);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(at, path), text);
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name: 'fifty', version: '1.0.0', main, agentc: {} }));
  const sealed = spawnSync(agentc, ['package', '--force', '--no-load-test', at, '-o', at + '.zip'], {
    encoding: 'utf8',
  });
  if (sealed.status !== 0) throw new Error(sealed.stdout + sealed.stderr);
  const record = readRecord(readFileSync(at + '.zip'));
  const bundle = record.files.filter(({ path }) => path !== 'package.json').reduce((sum, { size }) => sum + size, 0);
  const slices = record.slices.reduce((sum, { size }) => sum + size, 0);
  const exact = record.slices.filter(({ slice }) => slice === 'exact').length;
  worst = Math.max(worst, slices / bundle);
  console.log(
    `${layout}: ${exact} exact slices, ${slices} bytes, ${(slices / bundle).toFixed(3)} times the bundle's ${bundle}`,
  );
}
process.exit(worst <= 1.2 ? 0 : 1);

/// `agentc/package.json` of a stored zip.
function readRecord(bytes) {
  const name = Buffer.from('agentc/package.json');
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50;) {
    const size = bytes.readUInt32LE(at + 18),
      length = bytes.readUInt16LE(at + 26),
      begin = at + 30 + length + bytes.readUInt16LE(at + 28);
    if (bytes.subarray(at + 30, at + 30 + length).equals(name)) return JSON.parse(bytes.subarray(begin, begin + size));
    at = begin + size;
  }
  throw new Error('the package has no record');
}
