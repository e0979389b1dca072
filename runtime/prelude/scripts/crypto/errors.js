// Node's errors, by their codes.
function withCode(Kind, code, message) {
  const error = new Kind(message);
  Object.defineProperty(error, 'name', { value: error.name, configurable: true, writable: true, enumerable: false });
  error.code = code;
  return error;
}

export const failure = (code, message) => withCode(Error, code, message);
export const typeFailure = (code, message) => withCode(TypeError, code, message);
export const rangeFailure = (code, message) => withCode(RangeError, code, message);

function received(value) {
  if (value === undefined || value === null) return `Received ${value}`;
  if (typeof value === 'function') return `Received function ${value.name}`;
  if (typeof value === 'object') {
    const name = value.constructor?.name;
    return name ? `Received an instance of ${name}` : 'Received [Object: null prototype] {}';
  }
  let text = typeof value === 'string' ? `'${value}'` : typeof value === 'bigint' ? `${value}n` : String(value);
  if (typeof value === 'string' && value.length > 28) text = `'${value.slice(0, 25)}...'`;
  return `Received type ${typeof value} (${text})`;
}

// `kind` is an argument, or a property if its name has a dot.
export const invalidType = (name, expected, value) => typeFailure('ERR_INVALID_ARG_TYPE',
  `The "${name}" ${name.includes('.') ? 'property' : 'argument'} must be ${expected}. ${received(value)}`);

export function invalidValue(name, value, reason = 'is invalid') {
  const shown = typeof value === 'string' ? `'${value}'` : String(value);
  return typeFailure('ERR_INVALID_ARG_VALUE',
    `The ${name.includes('.') ? 'property' : 'argument'} '${name}' ${reason}. Received ${shown}`);
}

// Digits in threes, as Node shows large numbers.
const grouped = (value) => (Number.isInteger(value) && Math.abs(value) > 2 ** 32
  ? String(value).replace(/(?<=\d)(?=(\d{3})+$)/g, '_') : String(value));

export const outOfRange = (name, range, value) => rangeFailure('ERR_OUT_OF_RANGE',
  `The value of "${name}" is out of range. It must be ${range}. Received ${grouped(value)}`);

export function requireString(value, name) {
  if (typeof value !== 'string') throw invalidType(name, 'of type string', value);
}

export function requireFunction(value, name = 'callback') {
  if (typeof value !== 'function') throw invalidType(name, 'of type function', value);
}

export function requireInteger(value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  if (typeof value !== 'number') throw invalidType(name, 'of type number', value);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
}

export const invalidDigest = (name) => typeFailure('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
export const unsupported = (operation) => failure('ERR_CRYPTO_OPERATION_FAILED', operation);
