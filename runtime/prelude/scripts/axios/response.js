// fetch's response as axios's on Node: bytes are a Buffer, a stream is one of Node's kind.
import { AxiosError, AxiosHeaders } from 'axios';
import utils from 'axios/unsafe/utils.js';
import { errorOf } from './errors.js';
import progress from './progress.js';
import { ResponseStream } from './stream.js';

function headersOf(response, method, decompress) {
  const headers = {};
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  // As on Node, where it is decoded, or there is nothing to decode.
  if (decompress !== false && /^(?:x-)?(?:gzip|compress)$|^deflate$|^br$/i.test(headers['content-encoding'] ?? ''))
    delete headers['content-encoding'];
  return new AxiosHeaders(headers);
}

export async function readResponse(response, config, request, deadline) {
  const answer = { status: response.status, statusText: response.statusText,
    headers: headersOf(response, request.method, config.decompress), config, request };
  const length = utils.toFiniteNumber(response.headers.get('content-length'));
  const chunks = chunksOf(response, config, request, deadline, progress(config.onDownloadProgress, length, true));
  if (config.responseType === 'stream') return { ...answer, data: new ResponseStream(chunks) };
  const list = [];
  try {
    for await (const chunk of chunks) list.push(chunk);
  } catch (error) {
    throw deadline.reason ?? errorOf(error, config, request, answer);
  }
  const bytes = list.length === 1 ? list[0] : Buffer.concat(list);
  if (config.responseType === 'arraybuffer') return { ...answer, data: bytes };
  const { responseEncoding } = config, text = bytes.toString(responseEncoding);
  return { ...answer, data: !responseEncoding || responseEncoding === 'utf8' ? utils.stripBOM(text) : text };
}

async function* chunksOf(response, config, request, deadline, listener) {
  if (!response.body) return;
  const { maxContentLength: most = -1 } = config;
  const reader = response.body.getReader();
  let total = 0, isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      deadline.touch();
      isDone = done;
      if (done) return;
      total += value.byteLength;
      if (most > -1 && total > most)
        throw new AxiosError(`maxContentLength size of ${most} exceeded`, AxiosError.ERR_BAD_RESPONSE, config, request);
      listener?.add(value.byteLength);
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } finally {
    listener?.end();
    if (config.responseType === 'stream') deadline.end();
    if (!isDone) reader.cancel().catch(() => {});
  }
}
