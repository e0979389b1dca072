// identifier-ranges.mjs: prints lib/Syntax/IdentifierRanges.inc by this Node's Unicode.
const ranges = (pattern) => {
  const found = [];
  for (let code = 0x80; code <= 0x110000; ++code) {
    const fits = code < 0x110000 && pattern.test(String.fromCodePoint(code));
    const last = found.at(-1);
    if (fits && last?.[1] === code - 1) last[1] = code;
    else if (fits) found.push([code, code]);
  }
  return found;
};
const hex = (code) => `0x${code.toString(16).toUpperCase()}`;
const print = (name, list) => {
  const lines = [];
  for (const range of list.map(([first, last]) => `RANGE(${hex(first)}, ${hex(last)})`)) {
    if (lines.length && lines.at(-1).length + range.length < 100) lines[lines.length - 1] += ` ${range}`;
    else lines.push(range);
  }
  console.log(`#ifdef ${name}\n${lines.join('\n')}\n#undef ${name}\n#endif`);
};
console.log(`// Unicode ${process.versions.unicode}: what begins a name beyond ASCII, and what may only follow.
// Made by test/Syntax/support/identifier-ranges.mjs, which a test runs again.`);
print('ID_START', ranges(/\p{ID_Start}/u));
print('ID_CONTINUE_ONLY', ranges(/(?!\p{ID_Start})[\p{ID_Continue}\u200C\u200D]/u));
console.log('#undef RANGE');
