// What undici's files take from Node's global object (esbuild's --inject). From the sandbox's own scripts, so that a bundle
// that replaces a global changes it for itself alone, as in Node.
import { globalNamed } from 'agentc:web';

export { Buffer } from 'buffer';

const performance = { now: () => 0, markResourceTiming() {} };
const process = { env: {}, emitWarning() {} };
// Only undici's web sockets ask for it.
class MessagePort {}
// No bodies of forgotten responses are cancelled by the garbage collector.
class FinalizationRegistry {
  register() {}
  unregister() {}
}
const AbortController = globalNamed('AbortController'), AbortSignal = globalNamed('AbortSignal');
const DOMException = globalNamed('DOMException');
const Event = globalNamed('Event'), EventTarget = globalNamed('EventTarget');
const ReadableStream = globalNamed('ReadableStream'), TransformStream = globalNamed('TransformStream');
const TextDecoder = globalNamed('TextDecoder'), TextEncoder = globalNamed('TextEncoder');
const URL = globalNamed('URL'), URLSearchParams = globalNamed('URLSearchParams');

export { AbortController, AbortSignal, DOMException, Event, EventTarget, FinalizationRegistry, MessagePort, performance, process,
  ReadableStream, TextDecoder, TextEncoder, TransformStream, URL, URLSearchParams };
