// The web's errors: https://webidl.spec.whatwg.org/#idl-DOMException
const codes = { IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
  NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11,
  SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17,
  SecurityError: 18, NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23,
  InvalidNodeTypeError: 24, DataCloneError: 25 };
const constantOf = (name) => name.replace(/Error$/, '').replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase() + '_ERR';

const slots = new WeakMap();
const slotOf = (exception) => {
  const slot = slots.get(exception);
  if (!slot) throw new TypeError('Illegal invocation');
  return slot;
};

export class DOMException {
  constructor(message = '', options = 'Error') {
    const given = typeof options === 'object' && options !== null ? options : { name: options };
    slots.set(this, { message: `${message}`, name: given.name === undefined ? 'Error' : `${given.name}` });
    if ('cause' in given)
      Object.defineProperty(this, 'cause', { value: given.cause, configurable: true, writable: true });
    // Reads `name` and `message`, so it comes last.
    Error.captureStackTrace(this, new.target);
  }
  get name() { return slotOf(this).name; }
  get message() { return slotOf(this).message; }
  get code() { return codes[slotOf(this).name] ?? 0; }
}
Object.setPrototypeOf(DOMException.prototype, Error.prototype);
const visible = { enumerable: true };
Object.defineProperties(DOMException.prototype, { name: visible, message: visible, code: visible,
  [Symbol.toStringTag]: { value: 'DOMException', configurable: true } });
for (const name of Object.keys(codes)) {
  const constant = { value: codes[name], enumerable: true };
  for (const owner of [DOMException, DOMException.prototype]) Object.defineProperty(owner, name === 'URLMismatchError'
    ? 'URL_MISMATCH_ERR' : constantOf(name), constant);
}
