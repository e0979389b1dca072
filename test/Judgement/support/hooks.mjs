// Loaded before a bundle: packages are what stands for them in `stand-ins`, and requests go nowhere but into the
// record.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

globalThis.recorded = { sql: [], hosts: [] };
registerHooks({
  resolve(specifier, context, next) {
    const file = path.join(import.meta.dirname, 'stand-ins', `${specifier.replaceAll('/', '+')}.mjs`);
    return existsSync(file) && /^[@\w]/.test(specifier)
      ? { url: pathToFileURL(file).href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});
globalThis.fetch = async (target) => {
  recorded.hosts.push(new URL(target?.url ?? String(target)).hostname);
  return Response.json({});
};
