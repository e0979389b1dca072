// https://html.spec.whatwg.org/multipage/webappapis.html#atob
import { fromByteArray, toByteArray } from 'base64-js';

const refused = () => new DOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');

function latin1(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode.apply(null, bytes.subarray(at, at + 8192));
  return text;
}

export function atob(input) {
  if (arguments.length === 0) throw new TypeError('The "input" argument must be specified');
  let text = `${input}`.replace(/[\t\n\f\r ]/g, '');
  if (text.length % 4 === 0) text = text.replace(/={1,2}$/, '');
  if (text.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(text)) throw refused();
  return latin1(toByteArray(text + '='.repeat((4 - text.length % 4) % 4)));
}

export function btoa(input) {
  if (arguments.length === 0) throw new TypeError('The "input" argument must be specified');
  const text = `${input}`, bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) {
    const code = text.charCodeAt(i);
    if (code > 255) throw new DOMException('Invalid character', 'InvalidCharacterError');
    bytes[i] = code;
  }
  return fromByteArray(bytes);
}
