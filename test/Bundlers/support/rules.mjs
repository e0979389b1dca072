// rules.mjs AGENTC SOURCE OUT RULES TOOL…: builds SOURCE by each tool and lists which of RULES (ids, with commas)
// agentc finds in what came out, and the tools of its agents, one line a tool.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { build, tools } from './tools.mjs';

const [agentc, source, out, rules, ...names] = process.argv.slice(2);
for (const tool of names.length ? names : Object.keys(tools)) {
  const folder = path.join(out, tool);
  await build(tool, source, folder);
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.writeFileSync(file, JSON.stringify({ ...manifest, agentc: { minBaseVersion: '2.0.0' } }));
  const result = spawnSync(agentc, ['validate', '--no-load-test', '--format=json', folder],
                           { encoding: 'utf8', maxBuffer: 1 << 28 });
  const found = JSON.parse(result.stdout).bundles[0].diagnostics.map((one) => one.id);
  const { stdout } = spawnSync(agentc, ['extract-config', '--plain', folder], { encoding: 'utf8' });
  const { agents, tools: defined } = JSON.parse(stdout);
  console.log(`${tool}: ${rules.split(',').filter((rule) => found.includes(rule)).join(' ') || 'none'}; ` +
              `${agents.map((agent) => agent.framework).join(' ')}: ${defined.map((one) => one.name).join(' ')}`);
}
