/// <reference path="globals.d.ts" />

// Node's modules and the platform, as the sandbox has them.

declare type BufferEncoding = 'ascii' | 'base64' | 'base64url' | 'binary' | 'hex' | 'latin1' | 'ucs2' | 'utf-8' | 'utf16le' | 'utf8';
declare class Buffer extends Uint8Array {
  private constructor();
  static from(value: string, encoding?: BufferEncoding): Buffer;
  static from(value: ArrayBuffer, offset?: number, length?: number): Buffer;
  static from(value: ArrayLike<number> | Iterable<number>): Buffer;
  static alloc(size: number, fill?: string | number | Uint8Array, encoding?: BufferEncoding): Buffer;
  static allocUnsafe(size: number): Buffer;
  static concat(list: readonly Uint8Array[], length?: number): Buffer;
  static compare(a: Uint8Array, b: Uint8Array): -1 | 0 | 1;
  static byteLength(value: string | Bytes, encoding?: BufferEncoding): number;
  static isBuffer(value: unknown): value is Buffer;
  static isEncoding(name: string): name is BufferEncoding;
  toString(encoding?: BufferEncoding, start?: number, end?: number): string;
  toJSON(): { type: 'Buffer'; data: number[] };
  equals(other: Uint8Array): boolean;
  compare(other: Uint8Array): -1 | 0 | 1;
  copy(target: Uint8Array, targetStart?: number, start?: number, end?: number): number;
  write(text: string, offset?: number, length?: number, encoding?: BufferEncoding): number;
  slice(start?: number, end?: number): Buffer;
  subarray(start?: number, end?: number): Buffer;
  readUInt8(offset?: number): number; readUInt16BE(offset?: number): number; readUInt16LE(offset?: number): number;
  readUInt32BE(offset?: number): number; readUInt32LE(offset?: number): number; readInt8(offset?: number): number;
  readInt16BE(offset?: number): number; readInt16LE(offset?: number): number; readInt32BE(offset?: number): number;
  readInt32LE(offset?: number): number; readBigUInt64BE(offset?: number): bigint; readBigUInt64LE(offset?: number): bigint;
  readDoubleBE(offset?: number): number; readDoubleLE(offset?: number): number; readFloatBE(offset?: number): number;
  writeUInt8(value: number, offset?: number): number; writeUInt16BE(value: number, offset?: number): number;
  writeUInt16LE(value: number, offset?: number): number; writeUInt32BE(value: number, offset?: number): number;
  writeUInt32LE(value: number, offset?: number): number; writeDoubleBE(value: number, offset?: number): number;
}

declare module 'buffer' {
  const Bytes: typeof Buffer;
  export { Bytes as Buffer };
  export function isUtf8(input: Bytes): boolean;
  export function isAscii(input: Bytes): boolean;
  export function transcode(source: Uint8Array, from: BufferEncoding, to: BufferEncoding): Buffer;
  export const constants: { MAX_LENGTH: number; MAX_STRING_LENGTH: number };
}

declare module 'events' {
  type Handler = (...args: any[]) => void;
  class EventEmitter {
    constructor(options?: { captureRejections?: boolean });
    static once(emitter: EventEmitter | EventTarget, type: string | symbol, options?: { signal?: AbortSignal }): Promise<any[]>;
    static on(emitter: EventEmitter | EventTarget, type: string | symbol, options?: { signal?: AbortSignal; close?: string[] }): AsyncIterableIterator<any[]>;
    static readonly errorMonitor: unique symbol;
    static defaultMaxListeners: number;
    on(type: string | symbol, listener: Handler): this; addListener(type: string | symbol, listener: Handler): this;
    once(type: string | symbol, listener: Handler): this; off(type: string | symbol, listener: Handler): this;
    removeListener(type: string | symbol, listener: Handler): this; removeAllListeners(type?: string | symbol): this;
    prependListener(type: string | symbol, listener: Handler): this; emit(type: string | symbol, ...args: any[]): boolean;
    listeners(type: string | symbol): Handler[]; listenerCount(type: string | symbol): number; eventNames(): (string | symbol)[];
    setMaxListeners(count: number): this; getMaxListeners(): number;
  }
  namespace EventEmitter { export { EventEmitter } }
  export = EventEmitter;
}

declare module 'querystring' {
  type Fields = Record<string, string | string[] | undefined>;
  export function parse(text: string, separator?: string | null, equals?: string | null, options?: { maxKeys?: number }): Fields;
  export function stringify(fields: Record<string, unknown>, separator?: string | null, equals?: string | null): string;
  export function escape(text: string): string;
  export function unescape(text: string): string;
}

declare module 'url' {
  const Url: typeof URL, Params: typeof URLSearchParams;
  export { Url as URL, Params as URLSearchParams };
  export function parse(url: string, query?: boolean, slashes?: boolean): Record<string, any>;
  export function resolve(from: string, to: string): string;
  export function format(url: URL | Record<string, any> | string, options?: { auth?: boolean; fragment?: boolean; search?: boolean; unicode?: boolean }): string;
  export function fileURLToPath(url: string | URL): string;
  export function pathToFileURL(path: string): URL;
  export function domainToASCII(domain: string): string;
  export function domainToUnicode(domain: string): string;
  export function urlToHttpOptions(url: URL): Record<string, any>;
}

declare module 'util' {
  export function inspect(value: unknown, options?: { depth?: number | null; colors?: boolean; compact?: boolean | number; sorted?: boolean;
    showHidden?: boolean; getters?: boolean; maxArrayLength?: number | null; maxStringLength?: number | null; breakLength?: number }): string;
  export namespace inspect { const custom: unique symbol }
  export function format(...values: unknown[]): string;
  export function promisify<T>(original: (...args: any[]) => T): (...args: any[]) => Promise<any>;
  export function callbackify(original: (...args: any[]) => Promise<any>): (...args: any[]) => void;
  export function inherits(constructor: Function, parent: Function): void;
  export function deprecate<T extends Function>(original: T, message: string, code?: string): T;
  export function isDeepStrictEqual(a: unknown, b: unknown): boolean;
  export function stripVTControlCharacters(text: string): string;
  export function styleText(format: string | string[], text: string): string;
  export const types: Record<string, (value: unknown) => boolean>;
  const Encoder: typeof TextEncoder, Decoder: typeof TextDecoder;
  export { Encoder as TextEncoder, Decoder as TextDecoder };
}

declare module 'node:buffer' { export * from 'buffer' }
declare module 'node:events' { import events = require('events'); export = events }
declare module 'node:querystring' { export * from 'querystring' }
declare module 'node:url' { export * from 'url' }
declare module 'node:util' { export * from 'util' }
declare function require(name: string): any;
declare var module: { exports: any };
declare var exports: any;
