// Stands for `SharedArrayBuffer`, by whose getters `webidl-conversions` asks what a value is: the sandbox has none, so nothing is one.
const refuse = () => { throw new TypeError('there is no shared memory'); };
export class SharedArrayBuffer {
  get byteLength() { return refuse(); }
  get growable() { return refuse(); }
}
