// Node's `querystring`, own code: the package of that name throws where Node keeps what cannot be decoded.
const escape = (text) => encodeURIComponent(`${text}`);
const unescape = (text) => {
  try { return decodeURIComponent(text); } catch { return unescapeBuffer(text).toString(); }
};

// Every `%xx` becomes its byte, whatever the bytes make.
function unescapeBuffer(text) {
  const bytes = globalThis.Buffer.from(text), out = [];
  for (let i = 0; i < bytes.length; ++i) {
    const digits = bytes[i] === 37 ? String.fromCharCode(bytes[i + 1], bytes[i + 2]) : '';
    if (/^[0-9a-f]{2}$/i.test(digits)) { out.push(parseInt(digits, 16)); i += 2; } else out.push(bytes[i]);
  }
  return globalThis.Buffer.from(out);
}

const primitive = (value) => (typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean' ||
  (typeof value === 'number' && isFinite(value)) ? `${value}` : '');

function stringify(object, separator = '&', equals = '=', options = {}) {
  if (typeof object !== 'object' || object === null) return '';
  const encode = options?.encodeURIComponent ?? module.escape;
  const pairs = [];
  for (const key of Object.keys(object)) {
    const name = encode(primitive(key)), value = object[key];
    for (const each of Array.isArray(value) ? value : [value]) pairs.push(name + (equals || '=') + encode(primitive(each)));
  }
  return pairs.join(separator || '&');
}

function parse(text, separator = '&', equals = '=', options = {}) {
  const result = Object.create(null);
  if (typeof text !== 'string' || text === '') return result;
  const decode = options?.decodeURIComponent ?? module.unescape, most = options?.maxKeys ?? 1000;
  const decoded = (part) => {
    const spaced = part.replace(/\+/g, ' ');
    try { return decode(spaced); } catch { return unescape(spaced); }
  };
  separator ||= '&';
  equals ||= '=';
  let parts = text.split(`${separator}`).filter((part) => part !== '');
  if (most > 0) parts = parts.slice(0, most);
  for (const part of parts) {
    const at = part.indexOf(`${equals}`);
    const key = decoded(at < 0 ? part : part.slice(0, at)), value = at < 0 ? '' : decoded(part.slice(at + `${equals}`.length));
    if (!(key in result)) result[key] = value;
    else if (Array.isArray(result[key])) result[key].push(value);
    else result[key] = [result[key], value];
  }
  return result;
}

export const module = { decode: parse, encode: stringify, escape, parse, stringify, unescape, unescapeBuffer };
