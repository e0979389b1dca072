// Lets a module anywhere import the packages that test/Frameworks locks.
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const parentURL = pathToFileURL(join(import.meta.dirname, '../package.json')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    /^[\w@]/.test(specifier) && !specifier.includes(':') && !context.parentURL?.includes('/node_modules/')
      ? next(specifier, { ...context, parentURL })
      : next(specifier, context),
});
