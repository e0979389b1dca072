// Node's `zlib`, as npm's package over pako has it, with Brotli and Zstandard.
import { constants as others, module as compression } from './compression.js';

const constants = { Z_NO_FLUSH: 0, Z_PARTIAL_FLUSH: 1, Z_SYNC_FLUSH: 2, Z_FULL_FLUSH: 3, Z_FINISH: 4, Z_BLOCK: 5, Z_OK: 0,
  Z_STREAM_END: 1, Z_NEED_DICT: 2, Z_ERRNO: -1, Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4, Z_BUF_ERROR: -5,
  Z_VERSION_ERROR: -6, Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1, Z_FILTERED: 1,
  Z_HUFFMAN_ONLY: 2, Z_RLE: 3, Z_FIXED: 4, Z_DEFAULT_STRATEGY: 0, Z_MIN_WINDOWBITS: 8, Z_MAX_WINDOWBITS: 15,
  Z_DEFAULT_WINDOWBITS: 15, Z_MIN_CHUNK: 64, Z_MAX_CHUNK: Infinity, Z_DEFAULT_CHUNK: 16384, Z_MIN_MEMLEVEL: 1,
  Z_MAX_MEMLEVEL: 9, Z_DEFAULT_MEMLEVEL: 8, Z_MIN_LEVEL: -1, Z_MAX_LEVEL: 9, Z_DEFAULT_LEVEL: -1,
  ...others };

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});
function crc32(data, value = 0) {
  const bytes = typeof data === 'string' ? Buffer.from(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  let sum = ~value;
  for (let i = 0; i < bytes.length; ++i) sum = table[(sum ^ bytes[i]) & 0xff] ^ (sum >>> 8);
  return ~sum >>> 0;
}

const { codes, createDeflate, createDeflateRaw, createGunzip, createGzip, createInflate, createInflateRaw, createUnzip, deflate,
  deflateRaw, deflateRawSync, deflateSync, Deflate, DeflateRaw, Gunzip, gunzip, gunzipSync, Gzip, gzip, gzipSync, inflate, inflateRaw,
  inflateRawSync, inflateSync, Inflate, InflateRaw, unzip, unzipSync, Unzip } = require('browserify-zlib');

export const module = { ...compression, constants, codes, crc32, createDeflate, createDeflateRaw, createGunzip, createGzip,
  createInflate, createInflateRaw, createUnzip, deflate, deflateRaw, deflateRawSync, deflateSync, Deflate, DeflateRaw, Gunzip, gunzip,
  gunzipSync, Gzip, gzip, gzipSync, inflate, inflateRaw, inflateRawSync, inflateSync, Inflate, InflateRaw, unzip, unzipSync, Unzip,
  ...Object.fromEntries(Object.entries(constants).filter(([name]) => name.startsWith('Z_'))) };
