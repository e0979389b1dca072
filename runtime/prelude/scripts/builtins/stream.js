// Node's `stream`, as npm's package of it has it.
import stream from 'readable-stream/lib/stream.js';

export const module = stream;
export const web = { ByteLengthQueuingStrategy, CountQueuingStrategy, ReadableByteStreamController, ReadableStream,
  ReadableStreamBYOBReader, ReadableStreamBYOBRequest, ReadableStreamDefaultController, ReadableStreamDefaultReader,
  TextDecoderStream, TextEncoderStream, TransformStream, TransformStreamDefaultController, WritableStream,
  WritableStreamDefaultController, WritableStreamDefaultWriter };

async function buffer(source) {
  const parts = [];
  for await (const part of source) parts.push(typeof part === 'string' ? Buffer.from(part) : part);
  return Buffer.concat(parts);
}
const text = async (source) => new TextDecoder().decode(await buffer(source));
export const consumers = { buffer, text, json: async (source) => JSON.parse(await text(source)),
  arrayBuffer: async (source) => { const bytes = await buffer(source); return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length); },
  blob: async (source) => new Blob([await buffer(source)]) };
