// `whatwg-url` with the errors and the looks of Node's.
import './encodings.js'; // what `whatwg-url` encodes with has to be there before it asks
import { URL as Parsed, URLSearchParams, parseURL, serializeHost } from 'whatwg-url';

const inspected = Symbol.for('nodejs.util.inspect.custom');
const members = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search',
  'searchParams', 'hash'];

const Shown = Object.defineProperty(class {}, 'name', { value: 'URL' });

class URL extends Parsed {
  constructor(input, base) {
    try {
      super(...arguments);
    } catch (error) {
      if (!(error instanceof TypeError) || !error.message.startsWith('Invalid')) throw error;
      const refused = Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: `${input}` });
      if (base !== undefined) refused.base = `${base}`;
      throw refused;
    }
  }
  static parse(input, base) {
    try { return new URL(...arguments); } catch (error) { if (error.code === 'ERR_INVALID_URL') return null; throw error; }
  }
  [inspected](depth, options, inspect) {
    const shown = new Shown();
    for (const name of members) shown[name] = this[name];
    return depth < 0 ? '[URL]' : inspect(shown, options);
  }
}
const inspectNames = (options) => ({ ...options, depth: options.depth === null ? null : options.depth - 1 });
Object.defineProperty(URL.prototype, inspected, { enumerable: false });
Object.defineProperty(URLSearchParams.prototype, inspected, { configurable: true, writable: true,
  value(depth, options, inspect) {
    const pairs = [...this].map(([name, value]) => `${inspect(name, inspectNames(options))} => ${inspect(value, inspectNames(options))}`);
    return pairs.length === 0 ? 'URLSearchParams {}' : `URLSearchParams { ${pairs.join(', ')} }`;
  } });
export { URL, URLSearchParams };

function hostOf(domain) {
  const url = parseURL(`ws://${domain}`);
  return url === null || url.host === null ? '' : serializeHost(url.host);
}
export const domainToASCII = (domain) => hostOf(domain);
export const domainToUnicode = (domain) => {
  const ascii = hostOf(domain);
  return ascii.includes('xn--') ? require('./internationalized-names.js').toUnicode(ascii).domain : ascii;
};
