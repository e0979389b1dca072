// with-apis FOLDER COMMAND ARGUMENT…: answers as the APIs that the examples call do, by https at an address of this
// machine, while the command runs with `--ca` and `--resolve` added. FOLDER gets a certificate authority and
// `requests.jsonl`: what was asked.
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';

const [folder, command, ...given] = process.argv.slice(2);
const hosts = ['api.openai.com', 'us-central1-aiplatform.googleapis.com', 'api.crm.company.com'];
const file = (name) => join(folder, name);

function makeCertificates() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file('hosts.cnf'), `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}\n`);
  const openssl = (...words) => execFileSync('openssl', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const key = (name) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    file(`${name}.key`),
  ];
  openssl('req', '-x509', ...key('ca'), '-days', '2', '-subj', '/CN=Test CA', '-out', file('ca.pem'));
  openssl('req', ...key('server'), '-subj', '/CN=server', '-out', file('server.csr'));
  openssl('x509', '-req', '-in', file('server.csr'), '-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial',
    '-days', '2', '-extfile', file('hosts.cnf'), '-out', file('server.pem'));
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const failure = (status, message, type) => ({ status, body: { error: { message, type, param: null, code: null } } });

// platform.openai.com/docs/api-reference/images/create
function images({ prompt, n = 1 }, authorization) {
  if (authorization !== 'Bearer sk-test')
    return failure(401, 'Incorrect API key provided: wrong.', 'invalid_request_error');
  if (prompt === 'limit') return failure(429, 'Rate limit reached for gpt-image-1', 'requests');
  if (prompt === 'nothing') return { body: { created: 1, data: [] } };
  if (prompt === 'slow') return { body: {}, delay: 20000 };
  return { body: { created: 1763800000, data: Array.from({ length: n }, () => ({ b64_json: pixel })),
    usage: { input_tokens: 10, output_tokens: 1056, total_tokens: 1066 } } };
}

// cloud.google.com/vertex-ai/generative-ai/docs/model-reference/imagen-api
function predict({ instances, parameters }, authorization) {
  if (authorization !== 'Bearer ya29.test')
    return {
      status: 401,
      body: {
        error: { code: 401, message: 'Request had invalid authentication credentials.', status: 'UNAUTHENTICATED' },
      },
    };
  const raiFilteredReason = 'Unable to show generated images. Support codes: 58061214';
  if (instances[0].prompt === 'refused') return { body: { predictions: [{ raiFilteredReason }] } };
  const predictions = Array.from({ length: parameters.sampleCount }, (_, i) =>
    (i === 1 ? { raiFilteredReason } : { mimeType: 'image/png', bytesBase64Encoded: pixel }));
  return { body: { predictions, deployedModelId: '1' } };
}

const products = {
  'SKU-1': { productId: 'SKU-1', name: 'Standing desk', price: 48900, stock: 14, warehouse: 'Hamburg' },
};
const vertex = 'us-central1-aiplatform.googleapis.com/v1/projects/p1/locations/us-central1';
const routes = {
  'POST api.openai.com/v1/images/generations': images,
  [`POST ${vertex}/publishers/google/models/imagen-3.0-generate-002:predict`]: predict,
  'POST api.crm.company.com/inventory': ({ productId }) =>
    products[productId] ? { body: products[productId] } : { status: 404, body: { error: 'no such product' } },
  'POST api.crm.company.com/quotes': ({ items, discount = 0 }) => ({
    status: 201,
    body: { id: 'Q-1', items, discount },
  }),
};

async function answer(request, response) {
  let text = '';
  for await (const part of request) text += part;
  const route = `${request.method} ${request.headers.host}${request.url}`;
  const body = text === '' ? {} : JSON.parse(text);
  appendFileSync(file('requests.jsonl'), `${JSON.stringify({ route, headers: request.headers, body })}\n`);
  const { status = 200, body: answered, delay = 0 } = routes[route]?.(body, request.headers.authorization) ??
    { status: 404, body: { error: 'no such route' } };
  setTimeout(() => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
    response.end(JSON.stringify(answered));
  }, delay).unref();
}

// The examples' URLs have no port, so the address has to be one that nobody else uses.
const listen = () =>
  new Promise((resolve, reject) => {
    const part = () => 1 + Math.floor(Math.random() * 254);
    const address = `127.${part()}.${part()}.${part()}`;
    const server = createServer(
      { key: readFileSync(file('server.key')), cert: readFileSync(file('server.pem')) },
      answer,
    );
    server.once('error', reject);
    server.listen(443, address, () => resolve({ server, address }));
  });

makeCertificates();
rmSync(file('requests.jsonl'), { force: true });
const { server, address } = await listen();
const added = ['--ca', file('ca.pem'), ...hosts.flatMap((host) => ['--resolve', `${host}:443:${address}`])];
spawn(command, [...given, ...added], { stdio: 'inherit' }).on('exit', (code) => {
  server.closeAllConnections();
  server.close();
  process.exitCode = code ?? 2;
});
