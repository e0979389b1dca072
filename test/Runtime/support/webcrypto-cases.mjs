// What tools ask of Web Cryptography, as crypto-cases.mjs does of Node's module.
const text = new TextEncoder().encode('The quick brown fox jumps over the lazy dog');
const fixed = (size) => new Uint8Array(size).map((_, i) => i * 7 + 1);
const hex = (buffer) => Buffer.from(buffer).toString('hex');
const rsa = (name, hash = 'SHA-256') => ({ name, hash, modulusLength: 1024, publicExponent: Uint8Array.of(1, 0, 1) });

export const webCases = {};
const add = (name, run) => {
  webCases[`subtle ${name}`] = (c, B, k) => run(c.webcrypto.subtle, k, c);
};

for (const name of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', 'sha-256'])
  add(`digest ${name}`, async (s) => hex(await s.digest(name, text)));
add('digest of a buffer', async (s) => hex(await s.digest({ name: 'SHA-256' }, text.buffer)));
add('digest of no such name', (s) => s.digest('MD5', text));
add('digest of a text', async (s) => {
  try {
    await s.digest('SHA-1', 'text');
  } catch (error) {
    return [error.name, error.code];
  }
});
add('digest of nothing', async (s) => {
  try {
    await s.digest();
  } catch (error) {
    return error.name;
  }
});
for (const hash of ['SHA-1', 'SHA-256', 'SHA-512'])
  add(`HMAC ${hash}`, async (s) => {
    const key = await s.importKey('raw', fixed(40), { name: 'HMAC', hash }, true, ['sign', 'verify']);
    const mac = await s.sign('HMAC', key, text),
      wrong = new Uint8Array(mac.slice(0));
    wrong[0] ^= 1;
    return [
      hex(mac),
      await s.verify('HMAC', key, mac, text),
      await s.verify('HMAC', key, wrong, text),
      key.type,
      key.algorithm,
      key.usages,
      key.extractable,
      await s.exportKey('jwk', key),
      hex(await s.exportKey('raw', key)),
    ];
  });
add('HMAC from jwk', async (s) =>
  hex(
    await s.sign(
      'HMAC',
      await s.importKey('jwk', { kty: 'oct', k: 'c2VjcmV0', alg: 'HS256' }, { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ]),
      text,
    ),
  ),
);
add('HMAC from a wrong jwk', (s) =>
  s.importKey('jwk', { kty: 'RSA', k: 'c2VjcmV0' }, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
);
add('HMAC without hash', async (s) => {
  try {
    await s.importKey('raw', fixed(8), 'HMAC', false, ['sign']);
  } catch (error) {
    return error.name;
  }
});
add('HMAC not extractable', async (s) => {
  try {
    await s.exportKey('raw', await s.importKey('raw', fixed(8), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']));
  } catch (error) {
    return [error.name, error.message];
  }
});
add('HMAC used otherwise', async (s) => {
  try {
    await s.sign('HMAC', await s.importKey('raw', fixed(8), { name: 'HMAC', hash: 'SHA-1' }, false, ['verify']), text);
  } catch (error) {
    return [error.name, error.constructor.name];
  }
});
add('HMAC for encryption', async (s) => {
  try {
    await s.importKey('raw', fixed(8), { name: 'HMAC', hash: 'SHA-1' }, false, ['encrypt']);
  } catch (error) {
    return error.name;
  }
});
add('HMAC for nothing', async (s) => {
  try {
    await s.importKey('raw', fixed(8), { name: 'HMAC', hash: 'SHA-1' }, false, []);
  } catch (error) {
    return error.name;
  }
});
add('HMAC generated', async (s) => {
  const key = await s.generateKey({ name: 'HMAC', hash: 'SHA-384' }, true, ['sign']);
  return [key.algorithm, (await s.exportKey('raw', key)).byteLength];
});
for (const size of [16, 24, 32])
  for (const [name, more] of [
    ['AES-CBC', { iv: fixed(16) }],
    ['AES-CTR', { counter: fixed(16), length: 64 }],
    ['AES-GCM', { iv: fixed(12) }],
    ['AES-GCM', { iv: fixed(20), additionalData: fixed(5), tagLength: 96 }],
  ])
    add(`${name} ${size} ${Object.keys(more)}`, async (s) => {
      const key = await s.importKey('raw', fixed(size), name, true, ['encrypt', 'decrypt']),
        algorithm = { name, ...more };
      const sealed = await s.encrypt(algorithm, key, text);
      return [hex(sealed), hex(await s.decrypt(algorithm, key, sealed)), key.algorithm, await s.exportKey('jwk', key)];
    });
for (const length of [1, 3, 8, 128])
  add(`AES-CTR that wraps at ${length}`, async (s) =>
    hex(
      await s.encrypt(
        { name: 'AES-CTR', counter: new Uint8Array(16).fill(255), length },
        await s.importKey('raw', fixed(16), 'AES-CTR', true, ['encrypt']),
        fixed(length === 1 ? 32 : 90),
      ),
    ),
  );
add('AES-CTR too long', async (s) => {
  try {
    await s.encrypt(
      { name: 'AES-CTR', counter: fixed(16), length: 1 },
      await s.importKey('raw', fixed(16), 'AES-CTR', true, ['encrypt']),
      fixed(90),
    );
  } catch (error) {
    return error.name;
  }
});
add('AES-GCM of a changed text', async (s) => {
  const key = await s.importKey('raw', fixed(16), 'AES-GCM', true, ['encrypt', 'decrypt']),
    iv = fixed(12);
  const sealed = new Uint8Array(await s.encrypt({ name: 'AES-GCM', iv }, key, text));
  sealed[3] ^= 1;
  try {
    await s.decrypt({ name: 'AES-GCM', iv }, key, sealed);
  } catch (error) {
    return [error.name, error.message];
  }
});
add('AES-GCM of too little', async (s) => {
  try {
    await s.decrypt(
      { name: 'AES-GCM', iv: fixed(12) },
      await s.importKey('raw', fixed(16), 'AES-GCM', true, ['decrypt']),
      fixed(5),
    );
  } catch (error) {
    return error.name;
  }
});
add('AES-CBC of a wrong iv', async (s) => {
  try {
    await s.encrypt(
      { name: 'AES-CBC', iv: fixed(12) },
      await s.importKey('raw', fixed(16), 'AES-CBC', true, ['encrypt']),
      text,
    );
  } catch (error) {
    return error.name;
  }
});
add('AES-CBC of a wrong key', async (s) => {
  try {
    await s.importKey('raw', fixed(15), 'AES-CBC', true, ['encrypt']);
  } catch (error) {
    return error.name;
  }
});
add('AES with another algorithm', async (s) => {
  try {
    await s.encrypt(
      { name: 'AES-GCM', iv: fixed(12) },
      await s.importKey('raw', fixed(16), 'AES-CBC', true, ['encrypt']),
      text,
    );
  } catch (error) {
    return [error.name];
  }
});
add('AES generated', async (s) => {
  const key = await s.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
  return [key.algorithm, key.usages, (await s.exportKey('raw', key)).byteLength];
});
add('AES of a wrong length', async (s) => {
  try {
    await s.generateKey({ name: 'AES-GCM', length: 100 }, true, ['encrypt']);
  } catch (error) {
    return error.name;
  }
});
add('PBKDF2', async (s) => {
  const key = await s.importKey('raw', text, 'PBKDF2', false, ['deriveBits', 'deriveKey']),
    how = { name: 'PBKDF2', hash: 'SHA-256', salt: fixed(8), iterations: 100 };
  const made = await s.deriveKey(how, key, { name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  return [hex(await s.deriveBits(how, key, 200)), hex(await s.exportKey('raw', made)), made.algorithm];
});
add('PBKDF2 of odd bits', async (s) => {
  try {
    await s.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt: fixed(8), iterations: 1 },
      await s.importKey('raw', text, 'PBKDF2', false, ['deriveBits']),
      9,
    );
  } catch (error) {
    return error.name;
  }
});
add('PBKDF2 extractable', async (s) => {
  try {
    await s.importKey('raw', text, 'PBKDF2', true, ['deriveBits']);
  } catch (error) {
    return error.name;
  }
});
add('HKDF', async (s) => {
  const key = await s.importKey('raw', text, 'HKDF', false, ['deriveBits', 'deriveKey']),
    how = { name: 'HKDF', hash: 'SHA-512', salt: fixed(8), info: fixed(3) };
  return [
    hex(await s.deriveBits(how, key, 256)),
    (await s.deriveKey(how, key, { name: 'HMAC', hash: 'SHA-256' }, true, ['sign'])).algorithm,
  ];
});
for (const [name, facts] of [
  ['RSASSA-PKCS1-v1_5', {}],
  ['RSA-PSS', { saltLength: 32 }],
])
  add(name, async (s) => {
    const { publicKey, privateKey } = await s.generateKey(rsa(name), true, ['sign', 'verify']),
      how = { name, ...facts };
    const signature = await s.sign(how, privateKey, text);
    const open = await s.importKey('spki', await s.exportKey('spki', publicKey), { name, hash: 'SHA-256' }, true, [
      'verify',
    ]);
    const own = await s.importKey('jwk', await s.exportKey('jwk', privateKey), { name, hash: 'SHA-256' }, true, [
      'sign',
    ]);
    return [
      signature.byteLength,
      await s.verify(how, open, signature, text),
      await s.verify(how, publicKey, await s.sign(how, own, text), text),
      await s.verify(how, open, signature, fixed(3)),
      publicKey.algorithm.modulusLength,
      hex(publicKey.algorithm.publicExponent),
      publicKey.usages,
      privateKey.usages,
      Object.keys(await s.exportKey('jwk', privateKey)).sort(),
    ];
  });
add('RSASSA from PEM', async (s, k) => {
  const der = Buffer.from(k.rsa.replace(/-----.*?-----|\s/g, ''), 'base64');
  const key = await s.importKey('pkcs8', der, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign']);
  return [hex(await s.sign('RSASSA-PKCS1-v1_5', key, text)), key.algorithm.modulusLength];
});
add('RSA-OAEP', async (s) => {
  const { publicKey, privateKey } = await s.generateKey(rsa('RSA-OAEP'), true, ['encrypt', 'decrypt']);
  const sealed = await s.encrypt({ name: 'RSA-OAEP', label: fixed(2) }, publicKey, fixed(20));
  return [hex(await s.decrypt({ name: 'RSA-OAEP', label: fixed(2) }, privateKey, sealed)), publicKey.usages];
});
for (const [namedCurve, hash] of [
  ['P-256', 'SHA-256'],
  ['P-384', 'SHA-384'],
  ['P-521', 'SHA-512'],
])
  add(`ECDSA ${namedCurve}`, async (s) => {
    const { publicKey, privateKey } = await s.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify']),
      how = { name: 'ECDSA', hash };
    const signature = await s.sign(how, privateKey, text),
      results = [signature.byteLength, publicKey.algorithm, privateKey.usages];
    for (const format of ['raw', 'spki', 'jwk'])
      results.push(
        await s.verify(
          how,
          await s.importKey(format, await s.exportKey(format, publicKey), { name: 'ECDSA', namedCurve }, true, [
            'verify',
          ]),
          signature,
          text,
        ),
      );
    const own = await s.importKey(
      'pkcs8',
      await s.exportKey('pkcs8', privateKey),
      { name: 'ECDSA', namedCurve },
      true,
      ['sign'],
    );
    return [
      ...results,
      await s.verify(how, publicKey, await s.sign(how, own, text), text),
      await s.verify(how, publicKey, fixed(3), text),
      (await s.exportKey('raw', publicKey)).byteLength,
    ];
  });
add('ECDSA of another curve', async (s) => {
  const { publicKey } = await s.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  try {
    await s.importKey('spki', await s.exportKey('spki', publicKey), { name: 'ECDSA', namedCurve: 'P-384' }, true, [
      'verify',
    ]);
  } catch (error) {
    return error.name;
  }
});
add('ECDSA of no such curve', async (s) => {
  try {
    await s.generateKey({ name: 'ECDSA', namedCurve: 'K-1' }, true, ['sign']);
  } catch (error) {
    return error.name;
  }
});
add('ECDH', async (s) => {
  const pairs = await Promise.all(
    [1, 2].map(() => s.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits', 'deriveKey'])),
  );
  const bits = await Promise.all(
    [0, 1].map((i) => s.deriveBits({ name: 'ECDH', public: pairs[1 - i].publicKey }, pairs[i].privateKey, 256)),
  );
  const key = await s.deriveKey(
    { name: 'ECDH', public: pairs[1].publicKey },
    pairs[0].privateKey,
    { name: 'AES-GCM', length: 128 },
    false,
    ['encrypt'],
  );
  return [hex(bits[0]) === hex(bits[1]), bits[0].byteLength, key.algorithm];
});
add('Ed25519', async (s, k) => {
  const der = Buffer.from(k.ed25519.replace(/-----.*?-----|\s/g, ''), 'base64');
  const key = await s.importKey('pkcs8', der, 'Ed25519', true, ['sign']);
  const { publicKey, privateKey } = await s.generateKey('Ed25519', true, ['sign', 'verify']);
  const jwk = await s.exportKey('jwk', key);
  return [
    hex(await s.sign('Ed25519', key, text)),
    jwk,
    await s.verify('Ed25519', publicKey, await s.sign('Ed25519', privateKey, text), text),
  ];
});
add('X25519', async (s) => {
  const [a, b] = await Promise.all([1, 2].map(() => s.generateKey('X25519', true, ['deriveBits'])));
  return (
    hex(await s.deriveBits({ name: 'X25519', public: a.publicKey }, b.privateKey, 256)) ===
    hex(await s.deriveBits({ name: 'X25519', public: b.publicKey }, a.privateKey, null))
  );
});
add('wrapKey', async (s) => {
  const outer = await s.importKey('raw', fixed(32), 'AES-GCM', false, ['wrapKey', 'unwrapKey']),
    how = { name: 'AES-GCM', iv: fixed(12) },
    key = await s.importKey('raw', fixed(8), { name: 'HMAC', hash: 'SHA-1' }, true, ['sign']);
  const results = [];
  for (const format of ['raw', 'jwk']) {
    const wrapped = await s.wrapKey(format, key, outer, how);
    results.push(
      hex(
        await s.exportKey(
          'raw',
          await s.unwrapKey(format, wrapped, outer, how, { name: 'HMAC', hash: 'SHA-1' }, true, ['sign']),
        ),
      ),
    );
  }
  return results;
});
add('of no such algorithm', async (s) => {
  try {
    await s.generateKey('nope', true, ['sign']);
  } catch (error) {
    return [error.name, error.message];
  }
});
add('of no such format', async (s) => {
  try {
    await s.importKey('nope', fixed(3), 'AES-CBC', true, ['encrypt']);
  } catch (error) {
    return error.name;
  }
});
add('of no such usage', async (s) => {
  try {
    await s.importKey('raw', fixed(16), 'AES-CBC', true, ['nope']);
  } catch (error) {
    return error.name;
  }
});
add('a CryptoKey in Node functions', async (s, k, c) => {
  const key = await s.importKey('raw', fixed(8), { name: 'HMAC', hash: 'SHA-1' }, true, ['sign']);
  return [c.createHmac('sha1', key).update('a').digest('hex'), c.KeyObject.from(key).export().toString('hex')];
});
add('kinds', async (s, k, c) => [
  Object.prototype.toString.call(s),
  Object.prototype.toString.call(await s.importKey('raw', fixed(16), 'AES-CBC', true, ['encrypt'])),
  c.subtle === s,
]);
