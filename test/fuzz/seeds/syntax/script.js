0const { helper, ...rest } = require('./lib/helper');
const run = eval, names = ['a', `b${1 + 2}`, 'c' + 'd'];
class Box extends helper.Base { #secret = 1; static s = 2; get size() { return this.#secret ?? names?.length; } }
module.exports = async function handler({ x = 1, ...input }, ctx) {
  label: for (const [key, value] of Object.entries(input)) { if (!value) continue label; run(key); }
  const axios = ctx.require('axios');
  try { await axios.get(`https://api.example.com/${x}`); } catch { return globalThis['ev' + 'al'](x); }
  return new Box().constructor['constructor']('return 1')().__proto__ || /a[/]b/giu.test(x);
};
