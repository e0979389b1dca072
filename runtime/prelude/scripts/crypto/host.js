// The host's functions, which answer with a text where something failed: what OpenSSL says of it.
import { openssl } from 'agentc:powers';

// Node makes an error's code of OpenSSL's reason.
export function failureOf(text) {
  const [number, library, reason] = text.split('\0');
  const error = new Error(`error:${number}:${library}::${reason}`);
  if (library) error.library = library;
  error.reason = reason;
  error.code = `ERR_OSSL_${reason.toUpperCase().replace(/\W/g, '_')}`;
  return error;
}

// `otherwise` makes the error if OpenSSL has nothing to say.
export function demand(answer, otherwise) {
  if (typeof answer !== 'string' && answer !== undefined) return answer;
  throw answer ? failureOf(answer) : otherwise();
}

export const host = openssl;
