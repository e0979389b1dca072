// The package `buffer` with what Node has since added.
import { Buffer, INSPECT_MAX_BYTES, SlowBuffer, kMaxLength } from 'buffer';

const isUrl = (encoding) => typeof encoding === 'string' && encoding.toLowerCase() === 'base64url';
const hidden = (target, members) => {
  for (const name of Object.keys(members))
    Object.defineProperty(target, name, { value: members[name], writable: true, configurable: true });
};

// The package reads both alphabets of base64, and writes one. An encoding never comes first.
const reading = (original) => function (...args) {
  for (let i = 1; i < args.length; ++i) if (isUrl(args[i])) args[i] = 'base64';
  return original.apply(this, args);
};
const { isEncoding } = Buffer, { toString } = Buffer.prototype;
for (const name of ['from', 'alloc', 'byteLength']) hidden(Buffer, { [name]: reading(Buffer[name]) });
for (const name of ['write', 'fill', 'indexOf', 'lastIndexOf', 'includes'])
  hidden(Buffer.prototype, { [name]: reading(Buffer.prototype[name]) });
const bytesOf = (input) => (ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  : new Uint8Array(input));

hidden(Buffer, {
  isEncoding: (encoding) => isUrl(encoding) || isEncoding(encoding),
  copyBytesFrom(view, offset = 0, length = view.length - offset) {
    return Buffer.from(bytesOf(view.slice(offset, offset + length)));
  },
});
hidden(Buffer.prototype, {
  toString(encoding, start, end) {
    if (!isUrl(encoding)) return toString.apply(this, arguments);
    return toString.call(this, 'base64', start, end).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  },
  toLocaleString(...args) { return this.toString(...args); },
});

export const isUtf8 = (input) => {
  try { new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(input)); return true; } catch { return false; }
};
export const isAscii = (input) => bytesOf(input).every((byte) => byte < 128);

export function transcode(source, from, to) {
  const text = Buffer.from(bytesOf(source)).toString(from);
  const most = { latin1: 255, binary: 255, ascii: 127 }[to.toLowerCase()];
  return Buffer.from(most === undefined ? text : Array.from(text, (each) => (each.codePointAt(0) > most ? '?' : each)).join(''), to);
}

Object.defineProperty(Buffer, 'name', { value: 'Buffer' });
const kStringMaxLength = 536870888;
export const module = { Buffer, SlowBuffer, INSPECT_MAX_BYTES, kMaxLength, kStringMaxLength, isAscii, isUtf8, transcode,
  constants: { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength }, atob: globalThis.atob, btoa: globalThis.btoa };
for (const name of ['Blob', 'File'])
  Object.defineProperty(module, name, { enumerable: true, configurable: true, get: () => globalThis[name] });
