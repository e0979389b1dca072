// The web's globals beside fetch's. Each file is evaluated when one of its names is first asked for.
const files = {
  base64: () => require('./web/base64.js'),
  domException: () => require('./web/dom-exception.js'),
  encodings: () => require('./web/encodings.js'),
  encodingStreams: () => require('./web/encoding-streams.js'),
  events: () => require('./web/events.js'),
  abort: () => require('./web/abort.js'),
  messages: () => require('./web/message-channel.js'),
  performance: () => require('./web/performance.js'),
  streams: () => require('web-streams-polyfill'),
  structuredClone: () => require('./web/structured-clone.js'),
  url: () => require('./web/url.js'),
};
const fileOf = {
  AbortController: 'abort', AbortSignal: 'abort', ByteLengthQueuingStrategy: 'streams', CountQueuingStrategy: 'streams',
  CustomEvent: 'events', DOMException: 'domException', Event: 'events', EventTarget: 'events', MessageChannel: 'messages',
  MessageEvent: 'messages', MessagePort: 'messages', Performance: 'performance',
  ReadableByteStreamController: 'streams', ReadableStream: 'streams', ReadableStreamBYOBReader: 'streams',
  ReadableStreamBYOBRequest: 'streams', ReadableStreamDefaultController: 'streams', ReadableStreamDefaultReader: 'streams',
  TextDecoder: 'encodings', TextDecoderStream: 'encodingStreams', TextEncoder: 'encodings',
  TextEncoderStream: 'encodingStreams', TransformStream: 'streams', TransformStreamDefaultController: 'streams',
  URL: 'url', URLSearchParams: 'url', WritableStream: 'streams', WritableStreamDefaultController: 'streams',
  WritableStreamDefaultWriter: 'streams', atob: 'base64', btoa: 'base64', performance: 'performance',
  structuredClone: 'structuredClone',
};

export const globalNamed = (name) => files[fileOf[name]]()[name];

// What other scripts need of it.
export const receiveMessageOnPort = (port) => files.messages().receiveMessageOnPort(port);
export const domainTo = (form, domain) => files.url()[form](domain);

// Runs what most bundles will run, so that the build can keep it compiled.
export async function exercise() {
  for (const name of Object.keys(fileOf)) globalNamed(name);
  const url = new URL('/v1/things?q=a%20b#x', 'https://user:pw@api.example.com:8443/base/');
  url.searchParams.set('limit', '10');
  String(new URLSearchParams({ q: 'ä b', page: '2' })) + url.href + url.host + url.pathname;
  new TextDecoder().decode(new TextEncoder().encode('plain and ünïcode \u{1F600}'));
  btoa(atob('aGVsbG8='));
  structuredClone({ list: [1, new Date(0), new Map([['a', new Set([1])]])], bytes: new Uint8Array(2) });
  const controller = new AbortController();
  controller.signal.addEventListener('abort', () => {}, { once: true });
  AbortSignal.any([controller.signal]);
  controller.abort();
  performance.now();
  const stream = new ReadableStream({ start(sink) { sink.enqueue(new Uint8Array(1)); sink.close(); } });
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) void chunk;
}
