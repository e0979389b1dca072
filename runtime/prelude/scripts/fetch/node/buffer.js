// Node's `buffer` as far as undici's fetch uses it.
export { Buffer } from 'buffer';
export { Blob, File } from '../blob.js';
export const resolveObjectURL = () => undefined;
