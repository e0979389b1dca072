// ASN.1 (X.690) as far as keys need it: between the parts of a JSON Web Key (RFC 7517, 7518, 8037) and what OpenSSL
// reads.
import { base64urlOf, fromBase64url } from './bytes.js';
import { invalidType, typeFailure } from './errors.js';

const join = (parts) => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
};

function lengthBytes(length) {
  if (length < 128) return [length];
  const bytes = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [128 + bytes.length, ...bytes];
}

const tagged = (tag, ...parts) => {
  const content = join(parts);
  return join([Uint8Array.from([tag, ...lengthBytes(content.length)]), content]);
};
const sequence = (...parts) => tagged(0x30, ...parts);
const octets = (bytes) => tagged(0x04, bytes);
const bits = (bytes) => tagged(0x03, Uint8Array.of(0), bytes);
const small = (value) => tagged(0x02, Uint8Array.of(value));

function trimmed(bytes) {
  let from = 0;
  while (from < bytes.length - 1 && bytes[from] === 0) ++from;
  return bytes.subarray(from);
}

const integer = (bytes) => {
  const value = trimmed(bytes);
  return tagged(0x02, value[0] >= 0x80 ? Uint8Array.of(0) : new Uint8Array(0), value);
};

const hex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const object = (text) => tagged(0x06, hex(text));
const ecPublicKey = object('2a8648ce3d0201');
export const curves = {
  'P-256': { name: 'prime256v1', size: 32, id: object('2a8648ce3d030107') },
  'P-384': { name: 'secp384r1', size: 48, id: object('2b81040022') },
  'P-521': { name: 'secp521r1', size: 66, id: object('2b81040023') },
  secp256k1: { name: 'secp256k1', size: 32, id: object('2b8104000a') },
};
const edwards = { Ed25519: ['2b6570', 32], Ed448: ['2b6571', 57], X25519: ['2b656e', 32], X448: ['2b656f', 56] };

const invalid = () => typeFailure('ERR_CRYPTO_INVALID_JWK', 'Invalid JWK data');

function field(jwk, name, size) {
  const bytes = fromBase64url(jwk[name]);
  if (bytes.length === 0 || (size !== undefined && bytes.length !== size)) throw invalid();
  return bytes;
}

const parts = { RSA: ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'], EC: ['x', 'y', 'd'], OKP: ['x', 'd'] };
function requireParts(jwk, isPrivate) {
  for (const name of parts[jwk.kty] ?? [])
    if (typeof jwk[name] !== 'string' && (isPrivate || ['n', 'e', 'x', 'y'].includes(name)))
      throw invalidType(`key.${name}`, 'of type string', jwk[name]);
}

// What `readKey` takes: the bytes and their structure.
export function derOfJwk(jwk) {
  const isPrivate = jwk.d !== undefined;
  requireParts(jwk, isPrivate);
  if (jwk.kty === 'RSA') {
    const numbers = (names) => names.map((name) => integer(field(jwk, name)));
    return isPrivate ? {
      isPrivate,
      structure: 'pkcs1',
      bytes: sequence(small(0), ...numbers(['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi']))
    }
                     : { isPrivate, structure: 'pkcs1', bytes: sequence(...numbers(['n', 'e'])) };
  }
  if (jwk.kty === 'EC' && Object.hasOwn(curves, jwk.crv)) {
    const { size, id } = curves[jwk.crv];
    const point = join([Uint8Array.of(4), field(jwk, 'x', size), field(jwk, 'y', size)]);
    if (!isPrivate) return { isPrivate, structure: 'spki', bytes: derOfPoint(jwk.crv, point) };
    const own = octets(field(jwk, 'd', size));
    return {
      isPrivate,
      structure: 'sec1',
      bytes: sequence(small(1), own, tagged(0xa0, id), tagged(0xa1, bits(point)))
    };
  }
  if (jwk.kty === 'OKP' && Object.hasOwn(edwards, jwk.crv)) {
    const [id, size] = edwards[jwk.crv];
    const open = field(jwk, 'x', size);
    if (!isPrivate) return { isPrivate, structure: 'spki', bytes: derOfEdwards(jwk.crv, open) };
    return {
      isPrivate,
      structure: 'pkcs8',
      bytes: sequence(small(0), sequence(object(id)), octets(octets(field(jwk, 'd', size))))
    };
  }
  throw invalid();
}

export const derOfPoint = (curve, point) => sequence(sequence(ecPublicKey, curves[curve].id), bits(point));
export const derOfEdwards = (curve, bytes) => sequence(sequence(object(edwards[curve][0])), bits(bytes));

// The elements within one; OpenSSL wrote what is read here.
function elements(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at];
    let length = bytes[at + 1];
    at += 2;
    if (length >= 128) {
      let rest = length - 128;
      for (length = 0; rest > 0; --rest) length = length * 256 + bytes[at++];
    }
    found.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return found;
}
const within = (bytes) => elements(elements(bytes)[0].content);

export const rsaNumbers = (pkcs1) => within(pkcs1).map(({ content }) => trimmed(content));
// The bits of a public key: a point, or the bytes of an Edwards curve's.
export const publicBits = (spki) => within(spki)[1].content.subarray(1);
const privateOctets = (pkcs8) => elements(within(pkcs8)[2].content)[0].content;
const secretOfCurve = (sec1) => within(sec1)[1].content;

function padded(bytes, size) {
  const out = new Uint8Array(size);
  out.set(bytes, size - bytes.length);
  return out;
}

// `write(isPrivate, structure)` gives the key's DER.
export function jwkOf(kind, curveName, isPrivate, write) {
  if (kind === 'rsa') {
    const numbers = rsaNumbers(write(isPrivate, 'pkcs1')).map(base64urlOf);
    if (!isPrivate) return { kty: 'RSA', n: numbers[0], e: numbers[1] };
    const [, n, e, d, p, q, dp, dq, qi] = numbers;
    return { kty: 'RSA', n, e, d, p, q, dp, dq, qi };
  }
  const spki = write(false, 'spki');
  if (kind === 'ec') {
    const [crv, curve] = Object.entries(curves).find(([, each]) => each.name === curveName) ?? [];
    if (!curve) return undefined;
    const point = publicBits(spki), { size } = curve;
    const open = { kty: 'EC', x: base64urlOf(point.slice(1, 1 + size)), y: base64urlOf(point.slice(1 + size)), crv };
    return isPrivate ? { ...open, d: base64urlOf(padded(secretOfCurve(write(true, 'sec1')), size)) } : open;
  }
  const crv = Object.keys(edwards).find((name) => name.toLowerCase() === kind);
  if (!crv) return undefined;
  const x = base64urlOf(publicBits(spki));
  return isPrivate ? { crv, d: base64urlOf(privateOctets(write(true, 'pkcs8'))), x, kty: 'OKP' }
                   : { crv, x, kty: 'OKP' };
}
