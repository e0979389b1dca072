// The sandbox's failures as axios's errors on Node.
import { AxiosError } from 'axios';

const failure = (message, code, config, request) => AxiosError.from(Object.assign(new Error(message), { code }), null, config, request);

export function errorOf(error, config, request, response) {
  if (error instanceof AxiosError) return error;
  // What fetch hides behind `fetch failed` is what Node's `http` fails with.
  const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  if (cause.code === 'ERR_INVALID_URL' || cause.code === 'ERR_INVALID_HTTP_TOKEN') return cause;
  if (cause.name === 'HTTPParserError') return failure('Parse Error: Expected HTTP/, RTSP/ or ICE/', 'HPE_INVALID_CONSTANT', config, request);
  if (cause.code === 'UND_ERR_SOCKET' || (response && cause.code === 'ECONNRESET'))
    return response ? new AxiosError('stream has been aborted', AxiosError.ERR_BAD_RESPONSE, config, request, response)
      : failure('socket hang up', 'ECONNRESET', config, request);
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
