// `util.types`: what a value is by its slots, whatever its prototype says. Own code: the packages for it take eight times
// as long to evaluate as the rest of `util`.
const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
const viewName = getter(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
const tagOf = (value) => Object.prototype.toString.call(value);

// Whether a method that asks for a slot finds it.
const bySlot = (method, ...args) => (value) => {
  if (typeof value !== 'object' || value === null) return false;
  try { method.call(value, ...args); return true; } catch { return false; }
};
const key = {};
const slots = {
  isDate: bySlot(Date.prototype.getTime), isRegExp: bySlot(getter(RegExp.prototype, 'sticky')),
  isMap: bySlot(Map.prototype.has, key), isSet: bySlot(Set.prototype.has, key), isWeakMap: bySlot(WeakMap.prototype.has, key),
  isWeakSet: bySlot(WeakSet.prototype.has, key), isArrayBuffer: bySlot(getter(ArrayBuffer.prototype, 'byteLength')),
  isDataView: bySlot(getter(DataView.prototype, 'byteLength')), isNumberObject: bySlot(Number.prototype.valueOf),
  isStringObject: bySlot(String.prototype.valueOf), isBooleanObject: bySlot(Boolean.prototype.valueOf),
  isBigIntObject: bySlot(BigInt.prototype.valueOf), isSymbolObject: bySlot(Symbol.prototype.valueOf),
};
const { isDate, isRegExp, isBooleanObject, isNumberObject, isStringObject, isBigIntObject, isSymbolObject } = slots;
const isFunction = (name) => (value) => typeof value === 'function' && tagOf(value) === `[object ${name}]`;
const isTagged = (name) => (value) => typeof value === 'object' && value !== null && tagOf(value) === `[object ${name}]`;

export const types = {
  ...slots,
  isRegExp: (value) => value !== RegExp.prototype && isRegExp(value),
  isDate,
  isAnyArrayBuffer: slots.isArrayBuffer,
  isSharedArrayBuffer: () => false,
  isArrayBufferView: ArrayBuffer.isView,
  isTypedArray: (value) => ArrayBuffer.isView(value) && viewName.call(value) !== undefined,
  isBoxedPrimitive: (value) => [isNumberObject, isStringObject, isBooleanObject, isBigIntObject, isSymbolObject]
    .some((is) => is(value)),
  isNativeError: (value) => value instanceof Error && !isTagged('DOMException')(value),
  isPromise: (value) => value instanceof Promise,
  isAsyncFunction: (value) => isFunction('AsyncFunction')(value) || isFunction('AsyncGeneratorFunction')(value),
  isGeneratorFunction: (value) => isFunction('GeneratorFunction')(value) || isFunction('AsyncGeneratorFunction')(value),
  isGeneratorObject: (value) => isTagged('Generator')(value) || isTagged('AsyncGenerator')(value),
  isMapIterator: isTagged('Map Iterator'),
  isSetIterator: isTagged('Set Iterator'),
  isArgumentsObject: isTagged('Arguments'),
  isModuleNamespaceObject: (value) => isTagged('Module')(value) && Object.getPrototypeOf(value) === null,
  isProxy: () => false,
  isExternal: () => false,
  isKeyObject: () => false,
  isCryptoKey: (value) => typeof CryptoKey === 'function' && value instanceof CryptoKey,
};
for (const name of ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
  'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'])
  types[`is${name}`] = (value) => ArrayBuffer.isView(value) && viewName.call(value) === name;
