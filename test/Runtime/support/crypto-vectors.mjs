// Vectors of standards: each must be true. And what one side makes for the other to check.
export const vectors = {};
const add = (name, run) => {
  vectors[`vector ${name}`] = run;
};
const hexOf = (value) =>
  Array.from(new Uint8Array(value.buffer ?? value, value.byteOffset ?? 0, value.byteLength), (byte) =>
    (byte + 256).toString(16).slice(1),
  ).join('');

const digests = {
  md5: ['900150983cd24fb0d6963f7d28e17f72', 'RFC 1321'], sha1: ['a9993e364706816aba3e25717850c26c9cd0d89d', 'FIPS 180'],
  sha256: ['ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'FIPS 180'],
  sha512: [
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e' +
    '2a9ac94fa54ca49f',
    'FIPS 180',
  ],
  'sha3-256': ['3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532', 'FIPS 202'],
  ripemd160: ['8eb208f7e05d987a9b044a8e98c6b087f15a0bfc', 'its paper'],
};
for (const [name, [expected, source]] of Object.entries(digests))
  add(`${name} of abc, ${source}`, (c) => c.createHash(name).update('abc').digest('hex') === expected);
add(
  'HMAC-SHA-256 2, RFC 4231',
  (c) =>
    c.createHmac('sha256', 'Jefe').update('what do ya want for nothing?').digest('hex') ===
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
);
add(
  'HMAC-SHA-512 1, RFC 4231',
  (c, B) =>
    c.createHmac('sha512', B.alloc(20, 0x0b)).update('Hi There').digest('hex') ===
    ('87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f' +
      '170' +
    '2e696c203a126854'),
);
add(
  'PBKDF2 2, RFC 6070',
  (c) => hexOf(c.pbkdf2Sync('password', 'salt', 2, 20, 'sha1')) === 'ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957',
);
add(
  'HKDF 1, RFC 5869',
  (c, B) =>
    hexOf(
      c.hkdfSync(
        'sha256',
        B.alloc(22, 0x0b),
        B.from('000102030405060708090a0b0c', 'hex'),
        B.from('f0f1f2f3f4f5f6f7f8f9', 'hex'),
        42,
      ),
    ) === '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
);
add(
  'scrypt 2, RFC 7914',
  (c) =>
    hexOf(c.scryptSync('password', 'NaCl', 64, { N: 1024, r: 8, p: 16 })) ===
    ('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83e' +
      'e6d' +
    '8360cbdfa2cc0640'),
);
add('AES-128-CBC, SP 800-38A', (c, B) => {
  const a = c
    .createCipheriv(
      'aes-128-cbc',
      B.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex'),
      B.from('000102030405060708090a0b0c0d0e0f', 'hex'),
    )
    .setAutoPadding(false);
  return (
    a.update('6bc1bee22e409f96e93d7e117393172a', 'hex', 'hex') + a.final('hex') === '7649abac8119b246cee98e9b12e9197d'
  );
});
add('AES-256-CTR, SP 800-38A', (c, B) => {
  const a = c.createCipheriv(
    'aes-256-ctr',
    B.from('603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4', 'hex'),
    B.from('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', 'hex'),
  );
  return a.update('6bc1bee22e409f96e93d7e117393172a', 'hex', 'hex') === '601ec313775789a5b7a7f504bbf3d228';
});
add('AES-256-GCM 14, SP 800-38D', (c, B) => {
  const a = c.createCipheriv('aes-256-gcm', B.alloc(32), B.alloc(12));
  return (
    a.update(B.alloc(16)).toString('hex') === 'cea7403d4d606b6e074ec5d3baf39d18' &&
    (a.final(), a.getAuthTag().toString('hex') === 'd0d1c8a799996bf0265b98b5d48ab919')
  );
});
add('Ed25519 1, RFC 8032', (c) => {
  const key = c.createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    },
  });
  return (
    c.sign(null, new Uint8Array(0), key).toString('hex') ===
    ('e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bb' +
      'e24' +
    '655141438e7a100b')
  );
});
add(
  'HS256, RFC 7515 A.1',
  (c, B) =>
    c
      .createHmac(
        'sha256',
        B.from('AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow', 'base64'),
      )
      .update(
        'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGx' +
        'lLmNvbS9pc19yb290Ijp0cnVlfQ',
      )
      .digest('base64') === 'dBjftJeZ4CVP+mB92K27uhbUJU1p1r/wW1gFWFOEjXk=',
);

const base64 = (value) => value.toString('base64');
const signed = (key, open, algorithm, options = {}) => ({
  make: (c, B, k) => base64(c.sign(algorithm, B.from('message'), { key: k[key], ...options })),
  check: (c, B, k, given) =>
    c.verify(algorithm, B.from('message'), { key: k[open], ...options }, B.from(given, 'base64')),
});
const jwt = (key, open, algorithm, digest, options = {}) => ({
  make: (c, B, k) => {
    const part = (value) =>
      base64(B.from(JSON.stringify(value)))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=+$/, '');
    const text = `${part({ alg: algorithm, typ: 'JWT' })}.${part({ sub: 'tool', iat: 1 })}`;
    return `${text}.${base64(
      c
        .createSign(digest)
        .update(text)
        .sign({ key: k[key], ...options }),
    )
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '')}`;
  },
  check: (c, B, k, given) => {
    const end = given.lastIndexOf('.');
    return c
      .createVerify(digest)
      .update(given.slice(0, end))
      .verify(
        { key: k[open], ...options },
        B.from(
          given
            .slice(end + 1)
            .replace(/-/g, '+')
            .replace(/_/g, '/'),
          'base64',
        ),
      );
  },
});
export const pairs = {
  RS256: jwt('rsa', 'rsaPublic', 'RS256', 'RSA-SHA256'),
  RS512: jwt('rsaPkcs1', 'certificate', 'RS512', 'sha512'),
  ES256: jwt('ec', 'ecPublic', 'ES256', 'sha256', { dsaEncoding: 'ieee-p1363' }),
  PS256: signed('rsa', 'rsaPublic', 'sha256', { padding: 6, saltLength: 32 }),
  EdDSA: signed('ed25519', 'ed25519Public', null),
  'ECDSA in DER': signed('ecSec1', 'ecPublic', 'sha384'),
  OAEP: {
    make: (c, B, k) => base64(c.publicEncrypt(k.rsaPublic, B.from('secret'))),
    check: (c, B, k, given) => c.privateDecrypt(k.rsa, B.from(given, 'base64')).toString() === 'secret',
  },
  'AES-256-GCM': {
    make: (c, B) => {
      const iv = c.randomBytes(12),
        a = c.createCipheriv('aes-256-gcm', B.alloc(32, 1), iv);
      return base64(B.concat([iv, a.update('secret'), a.final(), a.getAuthTag()]));
    },
    check: (c, B, k, given) => {
      const all = B.from(given, 'base64'),
        a = c.createDecipheriv('aes-256-gcm', B.alloc(32, 1), all.subarray(0, 12));
      a.setAuthTag(all.subarray(all.length - 16));
      return a.update(all.subarray(12, all.length - 16), undefined, 'utf8') + a.final('utf8') === 'secret';
    },
  },
  'an encrypted private key': {
    make: (c, B, k) =>
      c.createPrivateKey(k.rsa).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'p' }),
    check: (c, B, k, given) =>
      c.createPrivateKey({ key: given, passphrase: 'p' }).export({ type: 'pkcs8', format: 'pem' }) === k.rsa,
  },
};
