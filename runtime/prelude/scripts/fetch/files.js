// What undici's files take from Node's global object, and globals.js has the means for (esbuild's --inject).
export { Blob, File } from './blob.js';
