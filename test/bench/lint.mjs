// lint.mjs FOLDER...: how many findings eslint-plugin-security's recommended rules have in each folder's JavaScript, as
// JSON.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Linter } from 'eslint';
import security from 'eslint-plugin-security';

const linter = new Linter({ configType: 'flat' });
const { plugins, rules } = security.configs.recommended;
const config = (sourceType) => [
  {
    files: ['**/*.{js,cjs,mjs}'],
    plugins,
    rules,
    languageOptions: { sourceType, ecmaVersion: 'latest' },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
  },
];
const goals = ['module', 'commonjs', 'script'];

/** The findings in a file, read as the first goal that it can be; null if it is none. */
function lint(file) {
  const text = readFileSync(file, 'utf8');
  for (const goal of file.endsWith('.cjs') ? goals.slice(1) : goals) {
    const messages = linter.verify(text, config(goal), { filename: 'source.js' });
    if (!messages.some((message) => message.fatal)) return messages;
  }
  return null;
}

const counts = {};
for (const folder of process.argv.slice(2)) {
  const byRule = {};
  let unread = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.[cm]?js$/.test(entry.name)) continue;
    const messages = lint(path.join(entry.parentPath, entry.name));
    if (!messages) unread += 1;
    for (const { ruleId } of messages ?? []) if (ruleId) byRule[ruleId] = (byRule[ruleId] ?? 0) + 1;
  }
  counts[folder] = { unread, byRule };
}
console.log(JSON.stringify(counts));
