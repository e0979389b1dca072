// Brotli and Zstandard for `zlib`, by the libraries of V8's program: each text as a whole, so that a stream gives all at its end.
import { compression } from 'agentc:powers';
import { module as streams } from './stream.js';

export const constants = { BROTLI_DECODE: 8, BROTLI_ENCODE: 9, BROTLI_OPERATION_PROCESS: 0, BROTLI_OPERATION_FLUSH: 1,
  BROTLI_OPERATION_FINISH: 2, BROTLI_OPERATION_EMIT_METADATA: 3, BROTLI_PARAM_MODE: 0, BROTLI_MODE_GENERIC: 0, BROTLI_MODE_TEXT: 1,
  BROTLI_MODE_FONT: 2, BROTLI_DEFAULT_MODE: 0, BROTLI_PARAM_QUALITY: 1, BROTLI_MIN_QUALITY: 0, BROTLI_MAX_QUALITY: 11,
  BROTLI_DEFAULT_QUALITY: 11, BROTLI_PARAM_LGWIN: 2, BROTLI_MIN_WINDOW_BITS: 10, BROTLI_MAX_WINDOW_BITS: 24,
  BROTLI_LARGE_MAX_WINDOW_BITS: 30, BROTLI_DEFAULT_WINDOW: 22, BROTLI_PARAM_LGBLOCK: 3, BROTLI_MIN_INPUT_BLOCK_BITS: 16,
  BROTLI_MAX_INPUT_BLOCK_BITS: 24, BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING: 4, BROTLI_PARAM_SIZE_HINT: 5,
  BROTLI_PARAM_LARGE_WINDOW: 6, BROTLI_PARAM_NPOSTFIX: 7, BROTLI_PARAM_NDIRECT: 8, BROTLI_DECODER_RESULT_ERROR: 0,
  BROTLI_DECODER_RESULT_SUCCESS: 1, BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: 2, BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: 3,
  BROTLI_DECODER_PARAM_DISABLE_RING_BUFFER_REALLOCATION: 0, BROTLI_DECODER_PARAM_LARGE_WINDOW: 1, BROTLI_DECODER_NO_ERROR: 0,
  BROTLI_DECODER_SUCCESS: 1, BROTLI_DECODER_NEEDS_MORE_INPUT: 2, BROTLI_DECODER_NEEDS_MORE_OUTPUT: 3,
  ZSTD_DECOMPRESS: 11, ZSTD_COMPRESS: 10, ZSTD_e_continue: 0, ZSTD_e_flush: 1, ZSTD_e_end: 2, ZSTD_fast: 1, ZSTD_dfast: 2,
  ZSTD_greedy: 3, ZSTD_lazy: 4, ZSTD_lazy2: 5, ZSTD_btlazy2: 6, ZSTD_btopt: 7, ZSTD_btultra: 8, ZSTD_btultra2: 9,
  ZSTD_c_compressionLevel: 100, ZSTD_c_windowLog: 101, ZSTD_c_hashLog: 102, ZSTD_c_chainLog: 103, ZSTD_c_searchLog: 104,
  ZSTD_c_minMatch: 105, ZSTD_c_targetLength: 106, ZSTD_c_strategy: 107, ZSTD_c_enableLongDistanceMatching: 160,
  ZSTD_c_ldmHashLog: 161, ZSTD_c_ldmMinMatch: 162, ZSTD_c_ldmBucketSizeLog: 163, ZSTD_c_ldmHashRateLog: 164,
  ZSTD_c_contentSizeFlag: 200, ZSTD_c_checksumFlag: 201, ZSTD_c_dictIDFlag: 202, ZSTD_c_nbWorkers: 400, ZSTD_c_jobSize: 401,
  ZSTD_c_overlapLog: 402, ZSTD_d_windowLogMax: 100, ZSTD_CLEVEL_DEFAULT: 3, ZSTD_error_no_error: 0, ZSTD_error_GENERIC: 1,
  ZSTD_error_prefix_unknown: 10, ZSTD_error_version_unsupported: 12, ZSTD_error_frameParameter_unsupported: 14,
  ZSTD_error_frameParameter_windowTooLarge: 16, ZSTD_error_corruption_detected: 20, ZSTD_error_checksum_wrong: 22,
  ZSTD_error_literals_headerWrong: 24, ZSTD_error_dictionary_corrupted: 30, ZSTD_error_dictionary_wrong: 32,
  ZSTD_error_dictionaryCreation_failed: 34, ZSTD_error_parameter_unsupported: 40,
  ZSTD_error_parameter_combination_unsupported: 41, ZSTD_error_parameter_outOfBound: 42, ZSTD_error_tableLog_tooLarge: 44,
  ZSTD_error_maxSymbolValue_tooLarge: 46, ZSTD_error_maxSymbolValue_tooSmall: 48, ZSTD_error_stabilityCondition_notRespected: 50,
  ZSTD_error_stage_wrong: 60, ZSTD_error_init_missing: 62, ZSTD_error_memory_allocation: 64, ZSTD_error_workSpace_tooSmall: 66,
  ZSTD_error_dstSize_tooSmall: 70, ZSTD_error_srcSize_wrong: 72, ZSTD_error_dstBuffer_null: 74,
  ZSTD_error_noForwardProgress_destFull: 80, ZSTD_error_noForwardProgress_inputEmpty: 82 };
const zstdCodes = Object.fromEntries(Object.entries(constants).filter(([name]) => name.startsWith('ZSTD_error_')).map(([name, value]) => [value, name]));

const largest = 0x7fffffff;
const fail = (Class, code, message, errno) => Object.assign(new Class(message), errno ? { errno } : {}, { code });

function bytesOf(data) {
  if (typeof data === 'string') return Buffer.from(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw fail(TypeError, 'ERR_INVALID_ARG_TYPE',
    'The "buffer" argument must be of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer.');
}

function run(name, data, { params = {}, maxOutputLength = largest } = {}) {
  const words = Object.entries(params).flatMap(([key, value]) => [Number(key), Number(value)]);
  const made = compression[name](bytesOf(data), Uint32Array.from(words), maxOutputLength);
  if (typeof made !== 'string') return Buffer.from(made.buffer);
  const [code, number, message] = made.split('\0');
  if (code === 'ERR_BUFFER_TOO_LARGE') throw fail(RangeError, code, `Cannot create a Buffer larger than ${maxOutputLength} bytes`);
  throw fail(Error, code || (zstdCodes[number] ?? 'ZSTD_error_GENERIC'), message, Number(number));
}

const streamOf = (name, className) => ({ [className]: class extends streams.Transform {
    #parts = [];
    #options;
    constructor(options = {}) {
      super(options);
      this.#options = options;
      this.bytesWritten = 0;
    }
    _transform(chunk, encoding, done) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
      this.#parts.push(bytes);
      this.bytesWritten += bytes.length;
      done();
    }
    _flush(done) {
      let made;
      try {
        made = run(name, Buffer.concat(this.#parts.splice(0)), this.#options);
      } catch (error) {
        return done(error);
      }
      this.push(made);
      done();
    }
    // What is pending comes at the end.
    flush(kind, done) {
      const then = typeof kind === 'function' ? kind : done;
      if (then) queueMicrotask(then);
    }
    params(level, strategy, done) { this.flush(done); }
    reset() { this.#parts = []; }
    close(done) {
      if (done) this.once('close', done);
      this.destroy();
    }
} })[className];

export const module = {};
for (const className of ['BrotliCompress', 'BrotliDecompress', 'ZstdCompress', 'ZstdDecompress']) {
  const name = className[0].toLowerCase() + className.slice(1);
  module[className] = streamOf(name, className);
  module[`create${className}`] = { [`create${className}`]: (options) => new module[className](options) }[`create${className}`];
  module[`${name}Sync`] = { [`${name}Sync`]: (data, options) => run(name, data, options) }[`${name}Sync`];
  module[name] = { [name](data, options, done = options) {
    if (typeof done !== 'function') {
      throw fail(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "callback" argument must be of type function.');
    }
    const bytes = bytesOf(data);
    setImmediate(() => {
      let made;
      try {
        made = run(name, bytes, options === done ? {} : options);
      } catch (error) {
        return done(error);
      }
      done(null, made);
    });
  } }[name];
}
