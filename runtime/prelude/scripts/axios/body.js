// What is sent: bytes, or what fetch encodes itself.
import { AxiosError } from 'axios';
import createMultipartBody from 'axios/unsafe/core/createMultipartBody.js';
import progress from './progress.js';
import utils from 'axios/unsafe/utils.js';

const tooLong = (config) =>
  new AxiosError('Request body larger than maxBodyLength limit', AxiosError.ERR_BAD_REQUEST, config);

export async function bodyOf(config, headers) {
  const { data, maxBodyLength: most = -1 } = config;
  if (!data) return undefined;
  let body;
  if (utils.isSpecCompliantForm(data)) {
    const boundary = headers.getContentType(/boundary=([-_\w\d]{10,70})/i)?.[1];
    const form = createMultipartBody(data, Blob, Infinity, () => tooLong(config), boundary ?? newBoundary());
    headers.setContentType(boundary === undefined ? form.type : headers.getContentType());
    body = new Uint8Array(await form.arrayBuffer());
  } else if (utils.isBlob(data)) {
    if (data.size) headers.setContentType(data.type || 'application/octet-stream');
    body = new Uint8Array(await data.arrayBuffer());
  } else if (utils.isString(data)) {
    body = Buffer.from(data, 'utf-8');
  } else if (utils.isArrayBuffer(data)) {
    body = new Uint8Array(data);
  } else if (Buffer.isBuffer(data)) {
    body = data;
  } else {
    throw new AxiosError('Data after transformation must be a string, an ArrayBuffer, a Buffer, or a Stream',
      AxiosError.ERR_BAD_REQUEST, config);
  }
  if (most > -1 && body.length > most) throw tooLong(config);
  // fetch counts for itself.
  headers.delete('content-length');
  progress(config.onUploadProgress, body.length, false)?.all(body.length);
  return body;
}

// Lower case, since a Blob's type has no other.
function newBoundary() {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36));
  return `axios-boundary-${digits.join('')}`;
}
