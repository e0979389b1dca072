/// <reference lib="es2022" />
/// <reference lib="es2023.array" />
/// <reference lib="es2024.collection" />
/// <reference lib="es2024.object" />
/// <reference lib="es2024.promise" />
/// <reference lib="es2024.string" />
/// <reference lib="esnext.array" />
/// <reference lib="esnext.collection" />
/// <reference lib="esnext.disposable" />
/// <reference lib="esnext.iterator" />

// What tools see in agentc's sandbox, for `"lib": ["ES2022"], "types": []`. docs/compatibility.md says where it differs
// from Node; what this file does not name is not there. axios and zod bring types of their own.

declare global {
  var global: typeof globalThis;
  /** All of Node's `process` that there is; absent in packages of BaseAgent. */
  var process: { readonly env: Readonly<Record<string, string | undefined>> };

  interface Console {
    log(...values: unknown[]): void; info(...values: unknown[]): void; warn(...values: unknown[]): void;
    error(...values: unknown[]): void; debug(...values: unknown[]): void; trace(...values: unknown[]): void;
    assert(holds?: unknown, ...values: unknown[]): void; dir(value: unknown, options?: object): void;
    dirxml(...values: unknown[]): void; table(rows: unknown, columns?: readonly string[]): void;
    count(label?: string): void; countReset(label?: string): void; time(label?: string): void;
    timeEnd(label?: string): void; timeLog(label?: string, ...values: unknown[]): void;
    group(...label: unknown[]): void; groupCollapsed(...label: unknown[]): void; groupEnd(): void;
  }
  var console: Console;

  interface Timeout { ref(): this; unref(): this; hasRef(): boolean }
  /** Thirty seconds at most. */
  function setTimeout<A extends unknown[]>(callback: (...args: A) => void, delay?: number, ...args: A): Timeout;
  function setInterval<A extends unknown[]>(callback: (...args: A) => void, delay?: number, ...args: A): Timeout;
  function setImmediate<A extends unknown[]>(callback: (...args: A) => void, ...args: A): Timeout;
  function clearTimeout(timer?: Timeout): void;
  function clearInterval(timer?: Timeout): void;
  function clearImmediate(timer?: Timeout): void;
  function queueMicrotask(callback: () => void): void;
  function structuredClone<T>(value: T, options?: { transfer?: readonly ArrayBuffer[] }): T;
  function atob(text: string): string;
  function btoa(text: string): string;

  interface PerformanceEntry { name: string; entryType: string; startTime: number; duration: number; detail: unknown }
  var performance: {
    readonly timeOrigin: number; now(): number;
    mark(name: string, options?: { startTime?: number; detail?: unknown }): PerformanceEntry;
    measure(name: string, from?: string | { start?: string | number; end?: string | number; duration?: number; detail?: unknown },
      to?: string): PerformanceEntry;
    clearMarks(name?: string): void; clearMeasures(name?: string): void; getEntries(): PerformanceEntry[];
    getEntriesByName(name: string, type?: string): PerformanceEntry[]; getEntriesByType(type: string): PerformanceEntry[];
  };

  class URL {
    constructor(url: string | URL, base?: string | URL);
    static canParse(url: string | URL, base?: string | URL): boolean;
    static parse(url: string | URL, base?: string | URL): URL | null;
    href: string; protocol: string; username: string; password: string; host: string; hostname: string; port: string;
    pathname: string; search: string; hash: string;
    readonly origin: string; readonly searchParams: URLSearchParams;
    toString(): string; toJSON(): string;
  }
  class URLSearchParams implements Iterable<[string, string]> {
    constructor(init?: string | URLSearchParams | Record<string, string> | Iterable<readonly [string, string]>);
    readonly size: number;
    append(name: string, value: string): void; delete(name: string, value?: string): void; get(name: string): string | null;
    getAll(name: string): string[]; has(name: string, value?: string): boolean; set(name: string, value: string): void;
    sort(): void; toString(): string; forEach(visit: (value: string, name: string, all: URLSearchParams) => void): void;
    entries(): IterableIterator<[string, string]>; keys(): IterableIterator<string>; values(): IterableIterator<string>;
    [Symbol.iterator](): IterableIterator<[string, string]>;
  }

  type Bytes = ArrayBuffer | ArrayBufferView;
  class TextEncoder {
    readonly encoding: string;
    encode(text?: string): Uint8Array; encodeInto(text: string, target: Uint8Array): { read: number; written: number };
  }
  class TextDecoder {
    constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
    readonly encoding: string; readonly fatal: boolean; readonly ignoreBOM: boolean;
    decode(input?: Bytes, options?: { stream?: boolean }): string;
  }

  class DOMException extends Error {
    constructor(message?: string, options?: string | { name?: string; cause?: unknown });
    readonly code: number;
  }
  class Event {
    constructor(type: string, options?: { bubbles?: boolean; cancelable?: boolean; composed?: boolean });
    readonly type: string; readonly target: EventTarget | null; readonly currentTarget: EventTarget | null;
    readonly cancelable: boolean; readonly defaultPrevented: boolean; readonly isTrusted: boolean; readonly timeStamp: number;
    preventDefault(): void; stopPropagation(): void; stopImmediatePropagation(): void;
  }
  class CustomEvent<T = unknown> extends Event {
    constructor(type: string, options?: { detail?: T; cancelable?: boolean });
    readonly detail: T;
  }
  type Listener = ((event: any) => void) | { handleEvent(event: any): void };
  class EventTarget {
    addEventListener(type: string, listener: Listener | null,
      options?: boolean | { once?: boolean; passive?: boolean; capture?: boolean; signal?: AbortSignal }): void;
    removeEventListener(type: string, listener: Listener | null, options?: boolean | { capture?: boolean }): void;
    dispatchEvent(event: Event): boolean;
  }
  class AbortSignal extends EventTarget {
    private constructor();
    static abort(reason?: unknown): AbortSignal; static timeout(delay: number): AbortSignal;
    static any(signals: Iterable<AbortSignal>): AbortSignal;
    readonly aborted: boolean; readonly reason: any; onabort: ((event: Event) => void) | null;
    throwIfAborted(): void;
  }
  class AbortController { readonly signal: AbortSignal; abort(reason?: unknown): void }

  interface QueuingStrategy<T = any> { highWaterMark?: number; size?(chunk: T): number }
  interface ReadableStreamController<T> { readonly desiredSize: number | null; enqueue(chunk: T): void; close(): void; error(error?: unknown): void }
  interface ReadableStreamReader<T> {
    read(): Promise<{ done: false; value: T } | { done: true; value: undefined }>;
    releaseLock(): void; cancel(reason?: unknown): Promise<void>; readonly closed: Promise<void>;
  }
  class ReadableStream<T = any> implements AsyncIterable<T> {
    constructor(source?: { type?: 'bytes'; start?(sink: ReadableStreamController<T>): unknown; pull?(sink: ReadableStreamController<T>): unknown;
      cancel?(reason: unknown): unknown }, strategy?: QueuingStrategy<T>);
    static from<T>(source: Iterable<T> | AsyncIterable<T>): ReadableStream<T>;
    readonly locked: boolean;
    cancel(reason?: unknown): Promise<void>; getReader(options?: { mode?: 'byob' }): ReadableStreamReader<T>;
    tee(): [ReadableStream<T>, ReadableStream<T>];
    pipeTo(target: WritableStream<T>, options?: { signal?: AbortSignal; preventClose?: boolean }): Promise<void>;
    pipeThrough<U>(pair: { readable: ReadableStream<U>; writable: WritableStream<any> }): ReadableStream<U>;
    [Symbol.asyncIterator](): AsyncIterableIterator<T>;
  }
  class WritableStream<T = any> {
    constructor(sink?: { start?(controller: any): unknown; write?(chunk: T): unknown; close?(): unknown; abort?(reason: unknown): unknown },
      strategy?: QueuingStrategy<T>);
    readonly locked: boolean;
    getWriter(): { write(chunk: T): Promise<void>; close(): Promise<void>; abort(reason?: unknown): Promise<void>; releaseLock(): void;
      readonly ready: Promise<void>; readonly closed: Promise<void> };
    abort(reason?: unknown): Promise<void>; close(): Promise<void>;
  }
  class TransformStream<I = any, O = any> {
    constructor(transformer?: { start?(sink: any): unknown; transform?(chunk: I, sink: { enqueue(chunk: O): void; error(error?: unknown): void; terminate(): void }): unknown;
      flush?(sink: { enqueue(chunk: O): void }): unknown }, writable?: QueuingStrategy<I>, readable?: QueuingStrategy<O>);
    readonly readable: ReadableStream<O>; readonly writable: WritableStream<I>;
  }
  class TextDecoderStream { constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }); readonly readable: ReadableStream<string>; readonly writable: WritableStream<Bytes> }
  class TextEncoderStream { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<string> }

  class Blob {
    constructor(parts?: Iterable<string | Bytes | Blob>, options?: { type?: string; endings?: 'transparent' | 'native' });
    readonly size: number; readonly type: string;
    arrayBuffer(): Promise<ArrayBuffer>; bytes(): Promise<Uint8Array>; text(): Promise<string>; stream(): ReadableStream<Uint8Array>;
    slice(start?: number, end?: number, type?: string): Blob;
  }
  class File extends Blob {
    constructor(parts: Iterable<string | Bytes | Blob>, name: string, options?: { type?: string; lastModified?: number });
    readonly name: string; readonly lastModified: number;
  }
  class FormData implements Iterable<[string, string | File]> {
    append(name: string, value: string | Blob, filename?: string): void; set(name: string, value: string | Blob, filename?: string): void;
    get(name: string): string | File | null; getAll(name: string): (string | File)[]; has(name: string): boolean; delete(name: string): void;
    entries(): IterableIterator<[string, string | File]>; keys(): IterableIterator<string>; values(): IterableIterator<string | File>;
    [Symbol.iterator](): IterableIterator<[string, string | File]>;
  }
  type HeadersInit = Headers | Record<string, string> | Iterable<readonly [string, string]>;
  class Headers implements Iterable<[string, string]> {
    constructor(init?: HeadersInit);
    append(name: string, value: string): void; delete(name: string): void; get(name: string): string | null;
    getSetCookie(): string[]; has(name: string): boolean; set(name: string, value: string): void;
    forEach(visit: (value: string, name: string) => void): void; entries(): IterableIterator<[string, string]>;
    keys(): IterableIterator<string>; values(): IterableIterator<string>; [Symbol.iterator](): IterableIterator<[string, string]>;
  }
  type BodyInit = string | Bytes | Blob | FormData | URLSearchParams | ReadableStream;
  interface Body {
    readonly body: ReadableStream<Uint8Array> | null; readonly bodyUsed: boolean;
    arrayBuffer(): Promise<ArrayBuffer>; blob(): Promise<Blob>; bytes(): Promise<Uint8Array>; formData(): Promise<FormData>;
    json(): Promise<any>; text(): Promise<string>;
  }
  interface RequestInit {
    method?: string; headers?: HeadersInit; body?: BodyInit | null; signal?: AbortSignal | null;
    redirect?: 'follow' | 'error' | 'manual'; duplex?: 'half';
  }
  class Request implements Body {
    constructor(input: string | URL | Request, init?: RequestInit);
    readonly url: string; readonly method: string; readonly headers: Headers; readonly signal: AbortSignal; readonly redirect: string;
    clone(): Request;
  }
  interface Request extends Body {}
  interface ResponseInit { status?: number; statusText?: string; headers?: HeadersInit }
  class Response implements Body {
    constructor(body?: BodyInit | null, init?: ResponseInit);
    static json(value: unknown, init?: ResponseInit): Response; static error(): Response; static redirect(url: string | URL, status?: number): Response;
    readonly status: number; readonly statusText: string; readonly ok: boolean; readonly headers: Headers; readonly url: string;
    readonly redirected: boolean; readonly type: string;
    clone(): Response;
  }
  interface Response extends Body {}
  /** Only hosts that the manifest allows and the tool was seen to use. */
  function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;

  var crypto: {
    getRandomValues<T extends ArrayBufferView>(view: T): T; randomUUID(): string;
    /** As in browsers; see docs/compatibility-crypto.md. */
    readonly subtle: Record<string, (...args: any[]) => Promise<any>>;
  };
}

export {};
