// The fetch standard's part of the global object: undici's own files, which are Node's, over connections of the broker.
import { fetch as undiciFetch } from '../../node_modules/undici/lib/web/fetch/index.js';
import { FormData } from '../../node_modules/undici/lib/web/fetch/formdata.js';
import { Headers } from '../../node_modules/undici/lib/web/fetch/headers.js';
import { Request } from '../../node_modules/undici/lib/web/fetch/request.js';
import { Response } from '../../node_modules/undici/lib/web/fetch/response.js';
import { Blob, File } from './fetch/blob.js';
import { Dispatcher, isRefusal } from './fetch/dispatcher.js';

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

// For undici, which asks for its connections once a fetch: see the banner in lib/Runtime/CMakeLists.txt.
export const makeDispatcher = () => new Dispatcher();

// Runs what most bundles will run, so that the build can keep it compiled.
export function exercise() {
  const request = new Request('https://example.com/', { method: 'POST', body: '{}', headers: { accept: '*/*' } });
  const response = new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
  request.clone().text();
  response.clone().json();
  response.arrayBuffer();
  new FormData().append('name', new Blob(['value']), 'file');
  new Headers([['a', 'b']]).get('a');
}
