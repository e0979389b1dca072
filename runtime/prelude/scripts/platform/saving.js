// What handlers save: the broker keeps it, and names it by its content.
import { ask, nextReference, sendBytes } from './requests.js';

const partBytes = 1 << 20;

function bytesOf(buffer) {
  if (typeof buffer === 'string') return new TextEncoder().encode(buffer);
  if (ArrayBuffer.isView(buffer)) return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer);
  throw new TypeError('`buffer` is no Buffer, typed array, ArrayBuffer or string');
}

function textOf(object, name, otherwise) {
  const value = object[name] ?? otherwise;
  if (typeof value !== 'string') throw new TypeError(`\`${name}\` is not a string`);
  return value;
}

export async function saveBuffer(asset) {
  if (typeof asset !== 'object' || asset === null) throw new TypeError('`assets.saveBuffer` takes an object');
  const bytes = bytesOf(asset.buffer);
  const of = nextReference();
  const fields = { of, mime: textOf(asset, 'mime', 'application/octet-stream'), filename: textOf(asset, 'filename', ''),
    subpath: textOf(asset, 'subpath', 'generated') };
  for (let at = 0; at < bytes.length; at += partBytes) sendBytes(of, bytes.slice(at, at + partBytes));
  return ask('assets.saveBuffer', fields);
}

export async function createDeliverable(deliverable) {
  if (typeof deliverable !== 'object' || deliverable === null) throw new TypeError('`deliverables.create` takes an object');
  const { attachments, metadata } = deliverable;
  return ask('deliverables.create', { title: textOf(deliverable, 'title'), type: textOf(deliverable, 'type', 'document'),
    format: textOf(deliverable, 'format', 'text'), content: textOf(deliverable, 'content', ''), attachments, metadata });
}
