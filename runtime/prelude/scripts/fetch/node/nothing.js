// What undici's fetch asks Node for and does without: the broker connects and decodes.
export const constants = {};
export const createGunzip = () => undefined, createInflate = createGunzip, createInflateRaw = createGunzip;
export const createBrotliDecompress = createGunzip, createZstdDecompress = createGunzip;
export class IncomingMessage {}
export const STATUS_CODES = {};
export const performance = { now: () => 0, markResourceTiming() {} };
export const isIP = () => 0;
export const markAsUncloneable = () => {};
export const ReadableStreamTee = undefined;
