// check-types FILE...: has TypeScript check files against the frameworks' own types, and prints what it finds.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const ts = createRequire(join(here, '../../package.json'))('typescript');
const options = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2022,
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};
const host = ts.createCompilerHost(options);
// Bare names are the frameworks', wherever the file stands.
host.resolveModuleNameLiterals = (literals, file, redirected, settings) =>
  literals.map(({ text }) =>
    ts.resolveModuleName(text, text.startsWith('.') ? file : join(here, '../x.ts'), settings, host),
  );
const program = ts.createProgram(process.argv.slice(2), options, host);
const found = ts.getPreEmitDiagnostics(program);
for (const one of found) console.log(ts.flattenDiagnosticMessageText(one.messageText, '\n'));
process.exit(found.length ? 1 : 0);
