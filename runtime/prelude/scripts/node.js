// Node's own modules, and what the console writes. Each is evaluated when it is first asked for.
const modules = {
  buffer: () => require('./node/buffer.js').module,
  events: () => require('./node/events.js').module,
  querystring: () => require('./node/querystring.js').module,
  url: () => require('./node/url.js').module,
  util: () => require('./node/util.js').module,
};

export const moduleNamed = (name) => (Object.hasOwn(modules, name) ? modules[name]() : undefined);
export const globalNamed = (name) => (name === 'Buffer' ? modules.buffer().Buffer : undefined);

// For the console of the prelude.
export const format = (values) => require('./node/console.js').format(values);
export const indented = (text, indentation) => require('./node/console.js').indented(text, indentation);
export const consoleMethod = (name) => require('./node/console.js').methods[name];

// Runs what most bundles will run, so that the build can keep it compiled.
export function exercise() {
  const { Buffer } = modules.buffer();
  const { EventEmitter } = modules.events();
  const { inspect, promisify, format } = modules.util();
  for (const encoding of ['utf8', 'hex', 'base64', 'base64url', 'latin1'])
    Buffer.concat([Buffer.from(Buffer.from('text ä').toString(encoding), encoding)]).toString(encoding);
  new EventEmitter().on('a', () => {}).emit('a', 1);
  promisify((done) => done(null, 1))();
  format('%s %d %j', 'a', 1, {});
  consoleMethod('count');
  inspect({ a: [1, 'b', new Map([[1, { c: undefined }]])], d: new Date(0), e: new Error('f'), g() {} });
  modules.url().parse('http://a.example/b?c=d');
  modules.querystring().stringify(modules.querystring().parse('a=b&c=d'));
}
