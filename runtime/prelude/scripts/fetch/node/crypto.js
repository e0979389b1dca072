// Node's `crypto` as far as undici's fetch uses it: boundaries of forms, and what `integrity` asks for.
export const randomInt = (least, most) => least + Math.floor(Math.random() * (most - least));
export const getHashes = () => ['sha256', 'sha384', 'sha512'];
export const hash = (name, data, encoding) => require('agentc:crypto').moduleNamed('crypto').createHash(name).update(data).digest(encoding);
