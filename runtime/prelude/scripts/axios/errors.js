// The sandbox's failures as axios's errors on Node.
import { AxiosError } from 'axios';

export function errorOf(error, config, request, response) {
  if (error instanceof AxiosError) return error;
  // What fetch hides behind `fetch failed` is what Node's `http` fails with.
  const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  if (cause.code === 'ERR_INVALID_URL') return cause;
  if (!(error instanceof TypeError) && Object.getPrototypeOf(error) === Error.prototype) return refused(error, config, request);
  return AxiosError.from(cause, null, config, request, response);
}

// A refusal stays the error that the sandbox knows, and looks like axios's.
function refused(error, config, request) {
  const shaped = new AxiosError(error.message, AxiosError.ERR_NETWORK, config, request);
  Object.setPrototypeOf(error, AxiosError.prototype);
  for (const key of Object.keys(shaped)) if (key !== 'message') error[key] = shaped[key];
  return error;
}
