// Node's `util` and `util/types` as far as undici's fetch uses them.
const brand = (prototype, name) => {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name);
  return (value) => {
    try {
      get.call(value);
      return true;
    } catch {
      return false;
    }
  };
};
const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const { get: tagOf } = Object.getOwnPropertyDescriptor(typedArray, Symbol.toStringTag);

export const isArrayBuffer = brand(ArrayBuffer.prototype, 'byteLength');
export const isDataView = brand(DataView.prototype, 'byteLength');
export const isAnyArrayBuffer = isArrayBuffer;
export const isProxy = () => false;
export const isSharedArrayBuffer = () => false;
export const isTypedArray = (value) => tagOf.call(value) !== undefined;
export const isUint8Array = (value) => tagOf.call(value) === 'Uint8Array';
export const types = { isAnyArrayBuffer, isArrayBuffer, isDataView, isProxy, isSharedArrayBuffer, isTypedArray, isUint8Array };

const nodeUtil = () => require('agentc:node').moduleNamed('util');
export const inspect = (value, options) => nodeUtil().inspect(value, options);
inspect.custom = Symbol.for('nodejs.util.inspect.custom');
export const formatWithOptions = (options, ...values) => values.map((value) => inspect(value, options)).join(' ');
export const inherits = () => {};
export const toUSVString = (value) => `${value}`.replace(/\p{Surrogate}/gu, '\ufffd');
