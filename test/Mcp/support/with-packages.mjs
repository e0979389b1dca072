// Lets a server outside this folder find the SDK and zod.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('../../Frameworks/package.json', import.meta.url));
registerHooks({
  resolve: (name, context, next) =>
    /^(@modelcontextprotocol|zod)/.test(name)
      ? next(name, { ...context, parentURL: pathToFileURL(require.resolve('../Frameworks/package.json')).href })
      : next(name, context),
});
