// Sources of the cases of written-elsewhere.mjs.
/// WRITE marks what the neighbour lacks. The entry's default export gets called with `{code: '42'}`.
export const names = "export const names = { k: 'parseFloat' }\n";
export const read =
  "import { names } from './names.js'\nimport './patch.js'\nexport default (i) => globalThis[names.k](i.code)\n";
export const modules = (patch, definition = names, entry = read) => ({
  'names.js': definition,
  'patch.js': patch,
  'index.js': entry,
});
export const inside = (text) => ({
  'index.js': `const t = { a: { k: 'parseFloat' } }, list = [{ k: 'parseFloat' }]\n` +
    `const arr = ['parseFloat', 'x'], n = { k: 'parseFloat' };\n${text}\n` });
export const ofT = (text) => inside(`${text}\nexport default (i) => globalThis[t.a.k](i.code)`);
export const ofN = (text) => inside(`${text}\nexport default (i) => globalThis[n.k](i.code)`);
export const ofList = (text) => inside(`${text}\nexport default (i) => globalThis[list[0].k](i.code)`);
export const ofArr = (text) => inside(`${text}\nexport default (i) => globalThis[arr[0]](i.code)`);
export const byDefault =
  "import n from './names.js'\nimport './patch.js'\nexport default (i) => globalThis[n.k](i.code)\n";
