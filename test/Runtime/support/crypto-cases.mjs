// What tools ask of Node's `crypto`, run by Node and by the sandbox: `cases` are compared, `vectors` are what standards
// say, `pairs` are made on one side and checked on the other. Each gets the module, Buffer and keys that Node has made.
const text = 'The quick brown fox jumps over the lazy dog. äöü 🦊';
const many = {
  md5: 1,
  sha1: 1,
  sha224: 1,
  sha256: 1,
  sha384: 1,
  sha512: 1,
  'sha512-256': 1,
  'sha3-256': 1,
  'sha3-512': 1,
  ripemd160: 1,
  blake2b512: 1,
  'RSA-SHA256': 1,
  SHA256: 1,
  'SHA-256': 1,
};
const encodings = ['hex', 'base64', 'base64url', 'latin1', 'binary', 'buffer', undefined];
const ciphers = { 'aes-128-cbc': [16, 16], 'aes-192-cbc': [24, 16], 'aes-256-cbc': [32, 16], 'aes-128-ctr': [16, 16],
  'aes-192-ctr': [24, 16], 'aes-256-ctr': [32, 16], 'aes-256-ecb': [32, 0], 'AES-256-CBC': [32, 16], aes256: [32, 16] };
const authenticated = { 'aes-128-gcm': 16, 'aes-192-gcm': 24, 'aes-256-gcm': 32, 'chacha20-poly1305': 32 };

export const cases = {};
const add = (name, run) => { cases[name] = run; };

for (const name of Object.keys(many)) add(`hash ${name}`, (c) => c.createHash(name).update(text).digest('hex'));
for (const encoding of encodings)
  add(`hash as ${encoding}`, (c) => c.createHash('sha256').update(text).digest(encoding));
for (const name of ['md5', 'sha1', 'sha256', 'sha512', 'sha3-384'])
  add(`hmac ${name}`, (c) => c.createHmac(name, 'secret key').update(text).digest('base64'));
const updates = {
  'utf8 text': [text, 'utf8'],
  'latin1 text': ['grüße', 'latin1'],
  'hex text': ['00ff10', 'hex'],
  'base64 text': ['aGVsbG8=', 'base64'],
  'utf16le text': ['hé', 'utf16le'],
  'lone surrogate': ['a\ud800b', undefined],
  'bytes': [Uint8Array.of(1, 2, 3)],
  'a DataView': [new DataView(Uint8Array.of(9, 8, 7, 6).buffer, 1, 2)],
  'wide numbers': [Uint16Array.of(1, 515)],
  'part of a buffer': [new Uint8Array(100).fill(7).subarray(10, 90)],
  'floats': [Float64Array.of(1.5)],
  'nothing': [''],
  'a number': [5],
  'undefined': [undefined],
  'null': [null],
  'an object': [{}],
  'an ArrayBuffer': [new ArrayBuffer(4)],
  'a list': [[1]],
};
for (const [name, [data, encoding]] of Object.entries(updates))
  add(`update with ${name}`, (c) => c.createHash('sha1').update(data, encoding).digest('hex'));
add('update in parts', (c) => c.createHash('sha256').update('a').update('b').update(Buffer.from('c')).digest('hex'));
add('update with much', (c) => c.createHash('md5').update(new Uint8Array(3_000_000).fill(1)).digest('hex'));
add('copy', (c) => {
  const a = c.createHash('sha256').update('a'),
    b = a.copy();
  return [a.update('1').digest('hex'), b.update('2').digest('hex')];
});
add('copy after digest', (c) => {
  const a = c.createHash('sha256');
  a.digest();
  return a.copy();
});
add('digest twice', (c) => {
  const a = c.createHash('sha256');
  a.digest();
  return a.digest();
});
add('update after digest', (c) => {
  const a = c.createHash('sha256');
  a.digest();
  return a.update('x');
});
add('hmac digest twice', (c) => {
  const a = c.createHmac('sha256', 'k');
  return [a.digest('hex'), a.digest('hex')];
});
add('hmac update after digest', (c) => {
  const a = c.createHmac('sha256', 'k');
  a.digest();
  return a.update('x');
});
add('hmac with empty key', (c) => c.createHmac('sha256', '').update('x').digest('hex'));
add('hmac with long key', (c) => c.createHmac('sha256', Buffer.alloc(200, 3)).update('x').digest('hex'));
add('hmac with a key object', (c) => c.createHmac('sha256', c.createSecretKey('k', 'utf8')).update('x').digest('hex'));
add('hmac with no key', (c) => c.createHmac('sha256'));
add('hmac with a public key', (c, B, k) => c.createHmac('sha256', c.createPublicKey(k.rsaPublic)));
add('hash of no such name', (c) => c.createHash('nope'));
add('hash of no name', (c) => c.createHash());
add('hmac of no such name', (c) => c.createHmac('nope', 'k'));
add('hmac of no name', (c) => c.createHmac(undefined, 'k'));
add('shake128 of 5', (c) => c.createHash('shake128', { outputLength: 5 }).update('a').digest('hex'));
add('shake256 of 100', (c) => c.createHash('shake256', { outputLength: 100 }).update('a').digest('hex'));
add('shake256 of its own', (c) => c.createHash('shake256').update('a').digest('hex').slice(0, 32));
add('hash()', (c) => [c.hash('sha1', 'a'), c.hash('sha256', Buffer.from('a'), 'base64'), c.hash('md5', 'a', 'buffer')]);
add('hash() of a number', (c) => c.hash('sha1', 4));
add('hash() of no such name', (c) => {
  try {
    c.hash('nope', 'a');
  } catch (error) {
    return error.name;
  }
});
add('getHashes', (c) =>
  ['md5', 'sha1', 'sha256', 'sha3-512', 'RSA-SHA256', 'nope'].map((name) => c.getHashes().includes(name)),
);
add('kinds', (c) => [
  c.createHash('md5') instanceof c.Hash,
  c.createHmac('md5', '') instanceof c.Hmac,
  typeof c.Cipheriv,
  typeof c.Sign,
]);

add('randomBytes', (c, B) => {
  const bytes = c.randomBytes(20);
  return [bytes.length, B.isBuffer(bytes), c.randomBytes(0).length];
});
add('randomBytes differ', (c) => c.randomBytes(16).equals(c.randomBytes(16)));
add(
  'randomBytes later',
  (c, B) =>
    new Promise((done) => {
      let now = true;
      c.randomBytes(7, (error, bytes) => done([error, bytes.length, now]));
      now = false;
    }),
);
for (const size of [-1, 2 ** 31, NaN, '5', undefined, {}])
  add(`randomBytes of ${typeof size} ${size}`, (c) => c.randomBytes(size));
add('randomBytes with a wrong callback', (c) => c.randomBytes(5, 5));
add('randomInt', (c) =>
  Array.from({ length: 50 }, () => c.randomInt(10)).every((x) => x >= 0 && x < 10 && Number.isInteger(x)),
);
add('randomInt between', (c) => Array.from({ length: 50 }, () => c.randomInt(-5, -2)).every((x) => x >= -5 && x < -2));
add('randomInt covers', (c) => new Set(Array.from({ length: 300 }, () => c.randomInt(0, 4))).size);
add('randomInt later', (c) => new Promise((done) => c.randomInt(1, 2, (error, n) => done([error, n]))));
for (const range of [[0], [5, 5], [5, 1], ['a'], [0, 2 ** 49], [1.5]])
  add(`randomInt of ${range}`, (c) => c.randomInt(...range));
add('randomUUID', (c) =>
  [c.randomUUID(), c.randomUUID({ disableEntropyCache: true })].map((id) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
  ),
);
add('randomFillSync', (c, B) => {
  const bytes = B.alloc(20);
  const same = c.randomFillSync(bytes, 5, 5) === bytes;
  return [
    same,
    bytes.subarray(0, 5).toString('hex'),
    bytes.subarray(10).toString('hex'),
    bytes.subarray(5, 10).equals(B.alloc(5)),
  ];
});
add('randomFillSync of words', (c) => c.randomFillSync(new Uint32Array(8)).some((word) => word > 255));
add('randomFillSync too far', (c, B) => c.randomFillSync(B.alloc(5), 3, 5));
add('randomFillSync of a text', (c) => c.randomFillSync('text'));
add(
  'randomFill',
  (c, B) => new Promise((done) => c.randomFill(B.alloc(4), (error, bytes) => done([error, bytes.length]))),
);
add('getRandomValues', (c) => c.getRandomValues(new Uint8Array(9)).length);
add('timingSafeEqual', (c, B) => [
  c.timingSafeEqual(B.from('abc'), B.from('abc')),
  c.timingSafeEqual(B.from('abc'), B.from('abd')),
  c.timingSafeEqual(Uint16Array.of(1), Uint8Array.of(1, 0)),
]);
add('timingSafeEqual of lengths', (c, B) => c.timingSafeEqual(B.from('a'), B.from('ab')));
add('timingSafeEqual of texts', (c) => c.timingSafeEqual('a', 'a'));
add('timingSafeEqual of nothing', (c, B) => c.timingSafeEqual(B.from('a')));

for (const digest of ['sha1', 'sha256', 'sha512'])
  add(`pbkdf2Sync ${digest}`, (c) => c.pbkdf2Sync('password', 'salt', 100, 40, digest).toString('hex'));
add(
  'pbkdf2',
  (c) =>
    new Promise((done) =>
      c.pbkdf2('p', Uint8Array.of(1), 2, 8, 'sha256', (error, key) => done([error, key.toString('hex')])),
    ),
);
add('pbkdf2Sync of length 0', (c) => c.pbkdf2Sync('p', 's', 1, 0, 'sha1').length);
add('pbkdf2Sync of no such digest', (c) => c.pbkdf2Sync('p', 's', 1, 8, 'nope'));
add('pbkdf2Sync of no digest', (c) => c.pbkdf2Sync('p', 's', 1, 8));
add('pbkdf2Sync of no rounds', (c) => c.pbkdf2Sync('p', 's', 0, 8, 'sha1'));
add('pbkdf2Sync of a wrong length', (c) => c.pbkdf2Sync('p', 's', 1, -1, 'sha1'));
add('pbkdf2Sync of a wrong salt', (c) => c.pbkdf2Sync('p', 5, 1, 8, 'sha1'));
add('pbkdf2 without callback', (c) => c.pbkdf2('p', 's', 1, 8, 'sha1'));
add('scryptSync', (c) => [
  c.scryptSync('password', 'salt', 32).toString('hex'),
  c.scryptSync('p', 's', 10, { N: 1024, r: 1, p: 2 }).toString('hex'),
  c.scryptSync('p', 's', 10, { cost: 16, blockSize: 2, parallelization: 1 }).toString('hex'),
]);
add(
  'scrypt',
  (c) => new Promise((done) => c.scrypt('p', 's', 8, { N: 2 }, (error, key) => done([error, key.toString('hex')]))),
);
add(
  'scrypt without options',
  (c) => new Promise((done) => c.scrypt('p', 's', 8, (error, key) => done([error, key.toString('hex')]))),
);
add('scryptSync of no power of two', (c) => c.scryptSync('p', 's', 8, { N: 3 }));
add('scryptSync of too much memory', (c) => c.scryptSync('p', 's', 8, { N: 2 ** 20 }));
add('scryptSync of two names', (c) => c.scryptSync('p', 's', 8, { N: 2, cost: 2 }));
add('hkdfSync', (c) => Buffer.from(c.hkdfSync('sha256', 'key', 'salt', 'info', 42)).toString('hex'));
add('hkdfSync of empty parts', (c) => Buffer.from(c.hkdfSync('sha512', '', '', '', 64)).toString('hex'));
add('hkdfSync is an ArrayBuffer', (c) => c.hkdfSync('sha512', 'key', 'salt', 'info', 64) instanceof ArrayBuffer);
add('hkdfSync with a key object', (c) =>
  Buffer.from(c.hkdfSync('sha1', c.createSecretKey('k', 'utf8'), 'salt', 'info', 9)).toString('hex'),
);
add(
  'hkdf',
  (c) =>
    new Promise((done) =>
      c.hkdf('sha256', 'k', 's', 'i', 5, (error, key) => done([error, Buffer.from(key).toString('hex')])),
    ),
);
add('hkdfSync too long', (c) => c.hkdfSync('sha256', 'key', 'salt', 'info', 255 * 32 + 1));
add('hkdfSync of no such digest', (c) => c.hkdfSync('nope', 'key', 'salt', 'info', 2));

const keyed = (B, size) => B.alloc(size, 'secret');
for (const [name, [keySize, ivSize]] of Object.entries(ciphers)) {
  add(`cipher ${name}`, (c, B) => {
    const iv = ivSize ? keyed(B, ivSize) : null, cipher = c.createCipheriv(name, keyed(B, keySize), iv);
    const sealed = cipher.update(text, 'utf8', 'hex') + cipher.final('hex');
    const decipher = c.createDecipheriv(name, keyed(B, keySize), iv);
    return [sealed, decipher.update(sealed, 'hex', 'utf8') + decipher.final('utf8')];
  });
}
for (const [name, size] of Object.entries(authenticated)) {
  add(`cipher ${name}`, (c, B) => {
    const options = name.startsWith('c') ? { authTagLength: 16 } : undefined;
    const cipher = c.createCipheriv(name, keyed(B, size), keyed(B, 12), options);
    cipher.setAAD(B.from('more'));
    const sealed = B.concat([cipher.update(text), cipher.final()]),
      tag = cipher.getAuthTag();
    const decipher = c
      .createDecipheriv(name, keyed(B, size), keyed(B, 12), options)
      .setAAD(B.from('more'))
      .setAuthTag(tag);
    return [sealed, tag, decipher.update(sealed, undefined, 'utf8') + decipher.final('utf8')];
  });
}
const gcm = (c, B, change = {}) => {
  const options = change.tagLength === undefined ? undefined : { authTagLength: change.tagLength };
  const cipher = c.createCipheriv('aes-256-gcm', keyed(B, 32), keyed(B, change.iv ?? 12), options);
  const sealed = B.concat([cipher.update('message'), cipher.final()]), tag = cipher.getAuthTag();
  if (change.sealed) sealed[0] ^= 1;
  if (change.tag) tag[0] ^= 1;
  const decipher = c.createDecipheriv('aes-256-gcm', keyed(B, 32), keyed(B, change.iv ?? 12), options);
  if (!change.without) decipher.setAuthTag(tag);
  return [tag.length, decipher.update(sealed, undefined, 'utf8') + decipher.final('utf8')];
};
add('gcm of a long iv', (c, B) => gcm(c, B, { iv: 16 }));
add('gcm of a short tag', (c, B) => gcm(c, B, { tagLength: 12 }));
add('gcm of a changed text', (c, B) => gcm(c, B, { sealed: true }));
add('gcm of a changed tag', (c, B) => gcm(c, B, { tag: true }));
add('gcm without tag', (c, B) => gcm(c, B, { without: true }));
add('gcm of a wrong tag length', (c, B) => gcm(c, B, { tagLength: 3 }));
add('gcm tag too early', (c, B) => c.createCipheriv('aes-256-gcm', keyed(B, 32), keyed(B, 12)).getAuthTag());
add('gcm tag of a wrong length', (c, B) =>
  c.createDecipheriv('aes-256-gcm', keyed(B, 32), keyed(B, 12)).setAuthTag(B.alloc(17)),
);
add('cipher of no such name', (c, B) => c.createCipheriv('nope', keyed(B, 32), keyed(B, 16)));
add('cipher of a wrong key', (c, B) => c.createCipheriv('aes-256-cbc', keyed(B, 31), keyed(B, 16)));
add('cipher of a wrong iv', (c, B) => c.createCipheriv('aes-256-cbc', keyed(B, 32), keyed(B, 15)));
add('cipher of a missing iv', (c, B) => c.createCipheriv('aes-256-cbc', keyed(B, 32), null));
add('cipher of no key', (c, B) => c.createCipheriv('aes-256-cbc', undefined, keyed(B, 16)));
add('cipher update after final', (c, B) => {
  const a = c.createCipheriv('aes-256-cbc', keyed(B, 32), keyed(B, 16));
  a.final();
  return a.update('x');
});
add('cipher final twice', (c, B) => {
  const a = c.createCipheriv('aes-256-cbc', keyed(B, 32), keyed(B, 16));
  a.final();
  return a.final();
});
add('decipher with the wrong key', (c, B) => {
  const a = c.createDecipheriv('aes-256-cbc', B.alloc(32, 9), keyed(B, 16));
  a.update(B.alloc(32, 5));
  return a.final();
});
add('decipher of half a block', (c, B) => {
  const a = c.createDecipheriv('aes-256-cbc', keyed(B, 32), keyed(B, 16));
  a.update(B.alloc(20, 5));
  return a.final();
});
add('cipher without padding', (c, B) => {
  const a = c.createCipheriv('aes-128-cbc', keyed(B, 16), keyed(B, 16)).setAutoPadding(false);
  return [a.update(B.alloc(16)), a.final()];
});
add('cipher without padding of half a block', (c, B) => {
  const a = c.createCipheriv('aes-128-cbc', keyed(B, 16), keyed(B, 16)).setAutoPadding(false);
  a.update('x');
  return a.final();
});
add('cipher of an unknown encoding', (c, B) =>
  c.createCipheriv('aes-128-cbc', keyed(B, 16), keyed(B, 16)).update('x', 'utf8', 'nope'),
);
add('decipher in small parts', (c, B) => {
  const a = c.createCipheriv('aes-256-ctr', keyed(B, 32), keyed(B, 16)),
    sealed = B.concat([a.update('ä€🦊z'.repeat(3)), a.final()]);
  const d = c.createDecipheriv('aes-256-ctr', keyed(B, 32), keyed(B, 16));
  return [...sealed].map((byte) => d.update(B.of(byte), undefined, 'utf8')).join('|') + d.final('utf8');
});
add('cipher in base64 parts', (c, B) => {
  const a = c.createCipheriv('aes-256-ctr', keyed(B, 32), keyed(B, 16));
  return [a.update('four', 'utf8', 'base64'), a.update('five5', 'utf8', 'base64'), a.final('base64')];
});
add('getCipherInfo', (c) =>
  ['aes-256-gcm', 'aes-128-cbc', 'nope'].map((name) => {
    const { mode, keyLength, ivLength } = c.getCipherInfo(name) ?? {};
    return [mode, keyLength, ivLength];
  }),
);

for (const key of ['rsa', 'rsaPkcs1']) for (const digest of ['RSA-SHA256', 'sha1', 'sha512'])
  add(`sign by ${key} and ${digest}`, (c, B, k) => c.createSign(digest).update(text).sign(k[key], 'base64'));
add('sign by Ed25519', (c, B, k) => c.sign(null, B.from(text), k.ed25519).toString('hex'));
add('sign() by RSA', (c, B, k) => c.sign('sha256', B.from(text), { key: k.rsa }).toString('hex'));
add('sign by an encrypted key', (c, B, k) =>
  c.createSign('sha256').update('a').sign({ key: k.encrypted, passphrase: 'top secret' }, 'hex'),
);
add('sign with a wrong passphrase', (c, B, k) => {
  try {
    c.createSign('sha256').update('a').sign({ key: k.encrypted, passphrase: 'wrong' });
  } catch (error) {
    return [error.name, typeof error.code];
  }
});
add('sign without passphrase', (c, B, k) => {
  try {
    c.createPrivateKey(k.encrypted);
  } catch (error) {
    return [error.name, typeof error.code];
  }
});
add('sign by no key', (c) => c.createSign('sha256').update('a').sign());
add('sign by garbage', (c) => {
  try {
    c.createSign('sha256').update('a').sign('garbage');
  } catch (error) {
    return [error.name, error.code];
  }
});
add('sign by a public key', (c, B, k) => {
  try {
    c.createSign('sha256').update('a').sign(k.rsaPublic);
  } catch (error) {
    return error.name;
  }
});
add('sign with no such digest', (c) => c.createSign('nope'));
add('sign of a text', (c, B, k) => c.sign('sha256', 'text', k.rsa));
add('sign with no such digest at once', (c, B, k) => c.sign('nope', B.from('a'), k.rsa));
add('sign twice', (c, B, k) => {
  const a = c.createSign('sha256').update('a');
  a.sign(k.rsa);
  try {
    a.sign(k.rsa);
  } catch (error) {
    return error.name;
  }
});
for (const [key, open] of [
  ['rsa', 'rsaPublic'],
  ['rsa', 'rsaPublicPkcs1'],
  ['rsa', 'certificate'],
  ['ec', 'ecPublic'],
  ['ecSec1', 'ecPublic'],
  ['ec384', 'ec384'],
])
  add(`verify ${key} by ${open}`, (c, B, k) => {
    const signature = c.createSign('sha256').update(text).sign(k[key]);
    const check = (data) => c.createVerify('sha256').update(data).verify(k[open], signature);
    return [
      check(text),
      check('other'),
      c.createVerify('sha256').update(text).verify(k[open], signature.toString('base64'), 'base64'),
    ];
  });
add('verify a short signature', (c, B, k) => c.createVerify('sha256').update('a').verify(k.rsaPublic, B.alloc(3)));
add('verify Ed25519', (c, B, k) => {
  const s = c.sign(null, B.from('a'), k.ed25519);
  return [c.verify(null, B.from('a'), k.ed25519Public, s), c.verify(null, B.from('b'), k.ed25519Public, s)];
});
add('PSS', (c, B, k) => {
  const pss = { padding: c.constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
    s = c.sign('sha256', B.from('a'), { key: k.rsa, ...pss });
  return [
    c.verify('sha256', B.from('a'), { key: k.rsaPublic, ...pss }, s),
    c.verify('sha256', B.from('a'), k.rsaPublic, s),
  ];
});
add('fixed-length ECDSA', (c, B, k) => {
  const form = { dsaEncoding: 'ieee-p1363' },
    s = c.sign('sha256', B.from('a'), { key: k.ec, ...form });
  return [
    s.length,
    c.verify('sha256', B.from('a'), { key: k.ecPublic, ...form }, s),
    c.verify('sha256', B.from('a'), k.ecPublic, s),
  ];
});
add(
  'sign later',
  (c, B, k) =>
    new Promise((done) => c.sign('sha256', B.from('a'), k.rsa, (error, s) => done([error, s.toString('hex')]))),
);
add('RSA encryption', (c, B, k) => [
  c.privateDecrypt(k.rsa, c.publicEncrypt(k.rsaPublic, B.from('a'))).toString(),
  c
    .privateDecrypt(
      { key: k.rsa, oaepHash: 'sha256', oaepLabel: B.from('l') },
      c.publicEncrypt({ key: k.rsaPublic, oaepHash: 'sha256', oaepLabel: B.from('l') }, B.from('b')),
    )
    .toString(),
]);
add('RSA decryption of garbage', (c, B, k) => {
  try {
    c.privateDecrypt(k.rsa, B.alloc(256, 1));
  } catch (error) {
    return error.name;
  }
});

for (const key of ['rsa', 'rsaPkcs1', 'ec', 'ecSec1', 'ec384', 'ed25519', 'x25519'])
  add(`private key ${key}`, (c, B, k) => {
    const own = c.createPrivateKey(k[key]),
      { namedCurve, modulusLength, publicExponent } = own.asymmetricKeyDetails;
    return [
      own.type,
      own.asymmetricKeyType,
      namedCurve,
      modulusLength,
      String(publicExponent),
      own.export({ type: 'pkcs8', format: 'pem' }),
      own.export({ type: 'pkcs8', format: 'der' }),
      own.export({ format: 'jwk' }),
      c.createPublicKey(own).export({ type: 'spki', format: 'pem' }),
      c.createPublicKey(k[key]).export({ format: 'jwk' }),
      c.createPrivateKey({ key: own.export({ format: 'jwk' }), format: 'jwk' }).equals(own),
    ];
  });
for (const key of ['rsaPublic', 'rsaPublicPkcs1', 'ecPublic', 'ed25519Public', 'certificate'])
  add(`public key ${key}`, (c, B, k) => {
    const open = c.createPublicKey(k[key]);
    return [
      open.type,
      open.asymmetricKeyType,
      open.export({ type: 'spki', format: 'pem' }),
      open.export({ format: 'jwk' }),
      c
        .createPublicKey({ key: open.export({ type: 'spki', format: 'der' }), format: 'der', type: 'spki' })
        .equals(open),
      c.createPublicKey({ key: open.export({ format: 'jwk' }), format: 'jwk' }).equals(open),
    ];
  });
add('private key as SEC 1 and PKCS #1', (c, B, k) => [
  c.createPrivateKey(k.ec).export({ type: 'sec1', format: 'pem' }),
  c.createPrivateKey(k.rsa).export({ type: 'pkcs1', format: 'pem' }),
]);
add('private key of other forms', (c, B, k) => c.createPrivateKey(k.rsa).export({ type: 'sec1', format: 'pem' }));
add('private key with no form', (c, B, k) => c.createPrivateKey(k.rsa).export({ format: 'pem' }));
add('private key encrypted', (c, B, k) =>
  c
    .createPrivateKey({
      key: c.createPrivateKey(k.rsa).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' }),
      passphrase: 'p',
    })
    .equals(c.createPrivateKey(k.rsa)),
);
add('private key without last line end', (c, B, k) => c.createPrivateKey(k.rsa.trim()).asymmetricKeyType);
add('private key of nothing', (c) => c.createPrivateKey());
add('public key of nothing', (c) => c.createPublicKey());
add('private key of a number', (c) => c.createPrivateKey({ key: 5 }));
add('private key of a key object', (c, B, k) => {
  try {
    c.createPrivateKey(c.createPrivateKey(k.rsa));
  } catch (error) {
    return [error.name, error.code];
  }
});
add('public key of a public one', (c, B, k) => {
  try {
    c.createPublicKey(c.createPublicKey(k.rsaPublic));
  } catch (error) {
    return [error.name, error.code, error.message];
  }
});
add('JWK of an unknown kind', (c) => c.createPublicKey({ key: { kty: 'nope' }, format: 'jwk' }));
add('key of an unknown form', (c) => c.createPublicKey({ key: 'x', format: 'nope' }));
add('sign by a number', (c, B) => c.sign('sha256', B.from('a'), 5));
add('private key of a wrong JWK', (c) =>
  c.createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x: 'a' }, format: 'jwk' }),
);
add('public key of garbage', (c) => {
  try {
    c.createPublicKey('garbage');
  } catch (error) {
    return [error.name, error.code];
  }
});
add('secret key', (c, B) => {
  const key = c.createSecretKey(B.from('abc'));
  return [
    key.type,
    key.symmetricKeySize,
    key.export(),
    key.export({ format: 'jwk' }),
    key.equals(c.createSecretKey('abc', 'utf8')),
  ];
});
add('generateKeyPairSync', (c) =>
  ['ed25519', 'x25519'].map((kind) => {
    const { publicKey, privateKey } = c.generateKeyPairSync(kind);
    return [publicKey.type, privateKey.type, privateKey.asymmetricKeyType];
  }),
);
add('generateKeyPairSync of ec', (c) => {
  const { publicKey, privateKey } = c.generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return [
    publicKey.slice(0, 26),
    privateKey.slice(0, 27),
    c.createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) === publicKey,
  ];
});
add(
  'generateKeyPair of rsa',
  (c) =>
    new Promise((done) =>
      c.generateKeyPair('rsa', { modulusLength: 1024 }, (error, open, own) =>
        done([error, open.asymmetricKeyDetails.modulusLength, own.type]),
      ),
    ),
);
add('generateKeyPairSync of no such kind', (c) => {
  try {
    c.generateKeyPairSync('nope');
  } catch (error) {
    return error.code;
  }
});
add('generateKeyPairSync of no such curve', (c) => {
  try {
    c.generateKeyPairSync('ec', { namedCurve: 'nope' });
  } catch (error) {
    return error.code;
  }
});
add('generateKeySync', (c) => [
  c.generateKeySync('hmac', { length: 65 }).symmetricKeySize,
  c.generateKeySync('aes', { length: 256 }).symmetricKeySize,
]);
add('diffieHellman', (c) => {
  const a = c.generateKeyPairSync('x25519'),
    b = c.generateKeyPairSync('x25519');
  return c
    .diffieHellman({ privateKey: a.privateKey, publicKey: b.publicKey })
    .equals(c.diffieHellman({ privateKey: b.privateKey, publicKey: a.publicKey }));
});
