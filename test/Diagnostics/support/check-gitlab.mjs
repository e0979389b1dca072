// check-gitlab SOURCE FILE: succeeds if FILE is a Code Quality report: by the types published for Code Climate's
// format, of which it is a part, by gitlab.schema.json, which says what GitLab asks for, and with each fingerprint
// once.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';

const [source, file] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const ts = require('typescript');
const text = readFileSync(file, 'utf8');

execFileSync(
  process.execPath,
  [join(source, 'test/support/check-json.mjs'), join(import.meta.dirname, 'gitlab.schema.json'), file],
  { stdio: 'inherit' },
);

const name = join(import.meta.dirname, 'report.ts');
const program = `import type { Issue } from 'codeclimate-types';\nexport const report: Issue[] = ${text};\n`;
const options = {
  strict: true,
  noEmit: true,
  types: [],
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  module: ts.ModuleKind.ESNext,
};
const host = ts.createCompilerHost(options);
const readFile = host.readFile, fileExists = host.fileExists, getSourceFile = host.getSourceFile;
host.readFile = (path) => (path === name ? program : readFile(path));
host.fileExists = (path) => path === name || fileExists(path);
host.getSourceFile = (path, ...rest) =>
  path === name ? ts.createSourceFile(path, program, ...rest) : getSourceFile(path, ...rest);
const found = ts
  .getPreEmitDiagnostics(ts.createProgram([name], options, host))
  .map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'));

const fingerprints = JSON.parse(text).map((issue) => issue.fingerprint);
if (new Set(fingerprints).size !== fingerprints.length) found.push('a fingerprint twice');
if (found.length) console.error(found.join('\n'));
process.exit(found.length ? 1 : 0);
