// The fetch standard's part of the global object: undici's own files, which are Node's, over connections of the broker.
import { fetch as undiciFetch } from '../../node_modules/undici/lib/web/fetch/index.js';
import { FormData } from '../../node_modules/undici/lib/web/fetch/formdata.js';
import { Headers } from '../../node_modules/undici/lib/web/fetch/headers.js';
import { Request } from '../../node_modules/undici/lib/web/fetch/request.js';
import { Response } from '../../node_modules/undici/lib/web/fetch/response.js';
import { Blob, File } from './fetch/blob.js';
import { bytesOf, Dispatcher, isRefusal, makeExchange } from './fetch/dispatcher.js';

async function fetch(input, init = undefined) {
  try {
    return await undiciFetch(input, init);
  } catch (error) {
    // What the sandbox refuses is said plainly. The stack leads to who waits, as on Node.
    const said = isRefusal(error?.cause) ? error.cause : error;
    if (typeof said === 'object' && said !== null) Error.captureStackTrace(said);
    throw said;
  }
}

const globals = { Blob, fetch, File, FormData, Headers, Request, Response };
export const globalNamed = (name) => globals[name];

// For `http`, which has the same exchanges.
export { parserCodeOf } from './fetch/errors.js';
export { makeExchange };

// For undici, which asks for its connections once a fetch: see the banner in lib/Runtime/CMakeLists.txt.
export const makeDispatcher = () => new Dispatcher();

// Runs what most bundles will run, so that the build can keep it compiled: with a server that is none.
export async function exercise() {
  const dispatcher = { dispatch(request, handler) {
    const controller = { rawHeaders: [Buffer.from('content-type'), Buffer.from('application/json')], abort() {}, pause() {},
      resume() {
        handler.onResponseData(controller, new TextEncoder().encode('{}'));
        handler.onResponseEnd(controller, {});
      } };
    handler.onRequestStart(controller, {});
    (async () => {
      for await (const chunk of bytesOf(request.body ?? [])) void chunk;
      handler.onResponseStart(controller, 200, {}, 'OK');
    })();
  } };
  const url = 'https://example.com/v1/things?q=a';
  const headers = { accept: 'application/json', 'x-key': 'k' };
  const response = await fetch(url, { dispatcher, headers });
  response.headers.get('content-type');
  await response.json();
  const form = new FormData();
  form.append('name', new Blob(['value']), 'file');
  await (await fetch(url, { dispatcher, method: 'POST', body: '{}', headers })).clone().text();
  await (await fetch(new Request(url, { dispatcher, method: 'POST', body: form, signal: new AbortController().signal }))).arrayBuffer();
  const exchange = makeExchange({ onHeaders() {}, onData() {}, onComplete() {}, onError() {} });
  exchange.hear({ is: 'response', status: 200, text: 'OK', headers: [['a', 'b']] });
  exchange.hear({ is: 'body' }, new Uint8Array(1));
  exchange.hear({ is: 'end' });
}
