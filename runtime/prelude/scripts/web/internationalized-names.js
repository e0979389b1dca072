// Stands for `tr46`, whose tables are large: most names are plain ASCII, which only loses its capital letters.
const plain = /^[a-z0-9._~!$&'()*+,;=-]*$/i;
const real = () => require('../../../node_modules/tr46/index.js');

export function toASCII(name, options) {
  return plain.test(name) && !/xn--/i.test(name) && !options?.verifyDNSLength ? name.toLowerCase()
    : real().toASCII(name, options);
}
export const toUnicode = (name, options) => real().toUnicode(name, options);
