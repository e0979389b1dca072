// What went wrong with a request, as Node's fetch says it in `error.cause`.
import errors from '../../../node_modules/undici/lib/core/errors.js';

const numbers = { EACCES: -13, ECONNREFUSED: -111, ECONNRESET: -104, EHOSTUNREACH: -113, ENETUNREACH: -101, EPIPE: -32,
  ETIMEDOUT: -110 };
// Those of an exchange that began; the others are of the connection.
const reading = { ECONNRESET: 'read', EPIPE: 'write' };

function systemError(failure) {
  const { code, address, port } = failure;
  const syscall = (failure.connected && reading[code]) || 'connect';
  const place = syscall === 'connect' && address ? ` ${address}:${port}` : '';
  const error = new Error(`${syscall} ${code}${place}`);
  return Object.assign(error, { errno: numbers[code], code, syscall }, place && { address, port });
}

const makers = {
  ENOTFOUND: ({ host }) => Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`),
    { errno: -3008, code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: host }),
  UND_ERR_CONNECT_TIMEOUT: ({ message }) => new errors.ConnectTimeoutError(`Connect Timeout Error (${message})`),
  UND_ERR_HEADERS_TIMEOUT: () => new errors.HeadersTimeoutError(),
  UND_ERR_BODY_TIMEOUT: () => new errors.BodyTimeoutError(),
  UND_ERR_HEADERS_OVERFLOW: () => new errors.HeadersOverflowError(),
  UND_ERR_SOCKET: () => new errors.SocketError('other side closed'),
  UND_ERR_INVALID_ARG: ({ message }) => new errors.InvalidArgumentError(message),
  Z_DATA_ERROR: ({ message }) => Object.assign(new Error(message), { errno: -3, code: 'Z_DATA_ERROR' }),
};

const parserCodes = new WeakMap();
export const parserCodeOf = (error) => parserCodes.get(error);

export function failureOf(failure) {
  const { code, message } = failure;
  if (Object.hasOwn(makers, code)) return makers[code](failure);
  if (Object.hasOwn(numbers, code)) return systemError(failure);
  // Node's fetch says no code there either.
  if (code.startsWith('HPE_')) {
    const error = new errors.HTTPParserError(message);
    parserCodes.set(error, code);
    return error;
  }
  return Object.assign(new Error(message), { code });
}

export { errors };
