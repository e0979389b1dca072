const integerViews = record({ Int8Array: 1, Uint8Array: 1, Uint8ClampedArray: 1, Int16Array: 1, Uint16Array: 1,
  Int32Array: 1, Uint32Array: 1, BigInt64Array: 1, BigUint64Array: 1 });
const crypto = {
  getRandomValues(view) {
    let tag;
    try { tag = viewTag(view); } catch {}
    if (tag === undefined || !integerViews[tag]) throw new GuestTypeError('the argument is not an integer-typed array');
    if (viewBytes(view) > 65536) throw new GuestRangeError('more than 65536 random bytes at once');
    host.fillRandom(view);
    return view;
  },
  randomUUID() {
    const bytes = new Bytes(16);
    host.fillRandom(bytes);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let text = '';
    for (let i = 0; i < 16; ++i) {
      if (i === 4 || i === 6 || i === 8 || i === 10) text += '-';
      text += slice(hexText(bytes[i] + 256, 16), 1);
    }
    return text;
  },
  get subtle() { return script('crypto').globalNamed('subtle'); },
};
