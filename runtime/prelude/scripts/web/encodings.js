// `@exodus/bytes` without the tables of East Asian encodings, which come when one is asked for.
// It looks for what stands in for it elsewhere: here that would be itself, and another script.
function without(names, open) {
  const hidden = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)])
    .filter(([, property]) => property?.configurable);
  for (const [name] of hidden) delete globalThis[name];
  try {
    return open();
  } finally {
    for (const [name, property] of hidden) Object.defineProperty(globalThis, name, property);
  }
}
const { TextDecoder: LiteDecoder, TextEncoder } = without(['Buffer', 'TextDecoder', 'TextEncoder'],
  () => require('@exodus/bytes/encoding-lite.js'));

const eastAsian = /^\s*(gb|chinese|csgb|iso-ir-58|x-gbk|big5|cn-big5|csbig5|x-x-big5|euc|cseuc|x-euc|shift|csshift|sjis|ms_kanji|ms932|windows-31j|x-sjis|iso-2022-jp|csiso2022jp|ks|cskor|korean|windows-949|iso-ir-149)/i;

export { TextEncoder };
export class TextDecoder {
  #decoder;
  constructor(label = 'utf-8', options = {}) {
    const Decoder = eastAsian.test(label) ? require('../../../node_modules/@exodus/bytes/encoding.js').TextDecoder : LiteDecoder;
    try {
      this.#decoder = new Decoder(label, options ?? {});
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw Object.assign(new RangeError(`The "${label}" encoding is not supported`),
        { code: 'ERR_ENCODING_NOT_SUPPORTED' });
    }
  }
  get encoding() { return this.#decoder.encoding; }
  get fatal() { return this.#decoder.fatal; }
  get ignoreBOM() { return this.#decoder.ignoreBOM; }
  decode(input = new Uint8Array(0), options = {}) {
    try {
      return this.#decoder.decode(input, options ?? {});
    } catch (error) {
      if (!this.fatal || !(error instanceof TypeError) || !ArrayBuffer.isView(input) && !(input instanceof ArrayBuffer))
        throw error;
      throw Object.assign(new TypeError(`The encoded data was not valid for encoding ${this.encoding}`),
        { code: 'ERR_ENCODING_INVALID_ENCODED_DATA' });
    }
  }
}
for (const name of ['encoding', 'fatal', 'ignoreBOM', 'decode'])
  Object.defineProperty(TextDecoder.prototype, name, { enumerable: true });
Object.defineProperty(TextDecoder.prototype, Symbol.toStringTag, { value: 'TextDecoder', configurable: true });
