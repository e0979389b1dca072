// Runs cases and gives what came of each in a form that JSON keeps.
function plain(value) {
  if (value instanceof Uint8Array)
    return `bytes ${Array.from(value, (byte) => (byte + 256).toString(16).slice(1)).join('')}`;
  if (value instanceof ArrayBuffer) return plain(new Uint8Array(value));
  if (Array.isArray(value)) return value.map(plain);
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, plain(value[key])]));
}

export async function run(cases, crypto, Buffer, keys) {
  const results = {};
  for (const [name, each] of Object.entries(cases)) {
    try {
      results[name] = { value: plain(await each(crypto, Buffer, keys)) };
    } catch (error) {
      results[name] = { error: [error.name, error.code ?? null, error.message] };
    }
  }
  return results;
}
