/** Random expressions without variables, by the type that they mostly have. */
const numbers = [
  '0', '-0', '1', '-1', '2', '3', '7', '10', '31', '32', '33', '36', '100', '255', '0.1', '0.5', '-0.5', '1.5', '2.5',
  '1e21', '1e-7', '123456789.125', '4294967295', '2147483648', '-2147483649', '9007199254740991', '1e300', '5e-324',
  '123456789012345680000', '0.000001234', '1.005', '25', '1/3', 'NaN', 'Infinity', '-Infinity', '0xff', '0b101', '0o17',
  '1_000',
];
const strings = [
  '""', '"a"', '"abc"', '"eval"', '"a,b,,c"', '" \\t\\n x \\u00a0\\ufeff"', '"0x1F"', '"12px"', '"-3.5e2"',
  '"Infinity"', '"\\u{1f600}x"', '"\\ud83d"', '"\\ude00"', '"$&-$1-$$"', '"a.b*c"', '"The quick brown fox"', '"010"',
  '" 42 "', '"é"', '"ZXZhbA=="', '"%65%76al"', '"[1,{\\"a\\":2}]"', '"aXbXc"', '"AAbbCC"', '"1e3"', '"__proto__"',
  '"length"', '"1n"', '"\\u2028"', '"a\\"b\\\\c"', '"null"',
];
const patterns = [
  '/a/', '/a/g', '/[a-c]+/g', '/(.)(.)/', '/(.)(.)/g', '/\\s+/g', '/x*/g', '/(a)|(b)/g', '/^./', '/.$/', '/\\b/g',
  '/[^a-z]/gi', '/(?:ab|a)(c|bcd)?/', '/(\\w)\\1/', '/\\d{2,}/', '/(?=b)/g', '/a(?!b)/g', '/,/', '/(,)/', '/[A-Z]/g',
  '/(a*)*/', '/(?:a|ab)(?:c|bcd)(d*)/', '/\\W/g', '/./gs', '/^|$/gm', '/a{0,2}?b/',
];
const keys = ['a', 'b', 'x', '"10"', '"2"', '"-1"', '"a b"', 'toStr', '["k" + 1]'];

export function expressionMaker(random) {
  const pick = (list) => random.pick(list);
  const small = () =>
    pick([
      '0', '1', '2', '3', '-1', '-2', '5', '10', 'undefined', 'NaN', '1.7', '"1"', 'null', '-Infinity', 'Infinity',
    ]);

  const num = (d) => {
    if (d <= 0) return pick(numbers).replace(/^-.*|.*\/.*/, '($&)');
    return pick([
      () => `(${num(d - 1)} ${pick(['+', '-', '*', '/', '%', '|', '&', '^', '<<', '>>', '>>>'])} ${num(d - 1)})`,
      () => `(${any(d - 1)} ${pick(['-', '*', '/', '%', '|', '&', '^', '<<', '>>', '>>>'])} ${any(d - 1)})`,
      () => `((${num(d - 1)}) ** ${pick(['0', '1', '2', '3', '0.5', '-1', 'NaN', 'Infinity', '(-2)', '10'])})`,
      () => `(${pick(['+', '-', '~'])}(${any(d - 1)}))`,
      () =>
        `Math.${pick(['floor', 'ceil', 'round', 'trunc', 'abs', 'sign', 'sqrt', 'fround', 'f16round', 'clz32'])}` +
        `(${any(d - 1)})`,
      () => `Math.${pick(['max', 'min'])}(${random.some(0, 3, () => num(d - 1)).join(', ')})`,
      () => `Math.imul(${num(d - 1)}, ${num(d - 1)})`,
      () => `parseInt(${str(d - 1)}, ${pick(['10', '16', '36', '2', '0', '8', 'undefined', '37', '7'])})`,
      () => `parseInt(${any(d - 1)})`,
      () => `${pick(['parseFloat', 'Number', 'Number.parseFloat'])}(${any(d - 1)})`,
      () => `${str(d - 1)}.length`,
      () => `${str(d - 1)}.${pick(['charCodeAt', 'codePointAt'])}(${small()})`,
      () => `${str(d - 1)}.${pick(['indexOf', 'lastIndexOf'])}(${str(0)}${pick(['', ', ' + small()])})`,
      () => `${str(d - 1)}.search(${pick(patterns)})`,
      () => `${arr(d - 1)}.length`,
      () => `${arr(d - 1)}.${pick(['indexOf', 'lastIndexOf'])}(${any(0)}${pick(['', ', ' + small()])})`,
      () =>
        pick([
          'Math.PI', 'Number.MAX_SAFE_INTEGER', 'Number.EPSILON', 'Number.MIN_VALUE', 'Number.MAX_VALUE', 'Math.SQRT2',
          'Math.LN2', 'Math.E',
        ]),
      () => `new Uint8Array([${random.some(1, 4, () => num(0)).join(', ')}])[${small()}]`,
      () => `Buffer.from(${str(d - 1)}).length`,
    ])();
  };

  const str = (d) => {
    if (d <= 0) return pick(strings);
    const coding = () =>
      pick(['"utf8"', '"hex"', '"base64"', '"base64url"', '"latin1"', '"utf16le"', '"ascii"', 'undefined']);
    return pick([
      () => `(${any(d - 1)} + ${str(d - 1)})`,
      () => `(${str(d - 1)} + ${any(d - 1)})`,
      () => `(${arr(d - 1)} + ${any(d - 1)})`,
      () => `\`x\${${any(d - 1)}}-\${${any(d - 1)}}\``,
      () => `String(${any(d - 1)})`,
      () => `(typeof ${any(d - 1)})`,
      () => `${str(d - 1)}.${pick(['slice', 'substring', 'substr'])}(${small()}${pick(['', ', ' + small()])})`,
      () => `${str(d - 1)}.${pick(['charAt', 'at'])}(${small()})`,
      () => `${str(d - 1)}[${small()}]`,
      () =>
        `${str(d - 1)}` +
        `.${pick(['trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'toString', 'valueOf', 'normalize',
          'toWellFormed', 'trimLeft'])}()`,
      () =>
        `${str(d - 1)}.${pick(['padStart', 'padEnd'])}(${pick(['0', '5', '12', '3.7', 'NaN', '"8"'])}` +
        `${pick(['', ', ' + str(0)])})`,
      () => `${str(d - 1)}.repeat(${pick(['0', '1', '2', '3', '2.9', '"2"'])})`,
      () => `${str(d - 1)}.concat(${random.some(0, 3, () => any(d - 1)).join(', ')})`,
      () => `${str(d - 1)}.${pick(['replace', 'replaceAll'])}(${str(0)}, ${str(0)})`,
      () =>
        `${str(d - 1)}.replace(${pick(patterns)}, ${pick([...strings, '"[$1]"', '"<$2$1>"', '"$`|$\'"', '"$01$10"'])})`,
      () => `${str(d - 1)}.replaceAll(${pick(patterns.filter((p) => /\/[a-z]*g/.test(p)))}, ${str(0)})`,
      () =>
        `${str(d - 1)}.${pick(['fontcolor', 'link', 'anchor', 'bold', 'italics', 'sup', 'big', 'fontsize'])}` +
        `(${any(0)})`,
      () => `(${num(d - 1)}).toString(${pick(['', '2', '8', '16', '36', '3', '10', 'undefined', '7'])})`,
      () => `(${num(d - 1)}).${pick(['toFixed', 'toExponential'])}(${pick(['', '0', '1', '2', '5', '20'])})`,
      () => `(${num(d - 1)}).toPrecision(${pick(['', '1', '2', '5', '21', '100'])})`,
      () => `${arr(d - 1)}.join(${pick(['', '""', '"-"', 'undefined', 'null', str(0)])})`,
      () => `${arr(d - 1)}.toString()`,
      () => `JSON.stringify(${any(d - 1)}${pick(['', ', null, 2', ', undefined, "--"', ', null, 0', ', null, 20'])})`,
      () =>
        `${pick(['encodeURIComponent', 'encodeURI', 'escape', 'unescape', 'decodeURIComponent', 'decodeURI', 'btoa',
          'atob'])}(${any(d - 1)})`,
      () =>
        `${pick(['unescape(escape', 'decodeURI(encodeURI', 'decodeURIComponent(encodeURIComponent', 'atob(btoa'])}` +
        `(${str(d - 1)}))`,
      () =>
        `String.${pick(['fromCharCode', 'fromCodePoint'])}` +
        `(${random.some(0, 4, () => pick(['65', '101', '0x1f600', '55357', '56832', '65536 + 97', '97.9', '"98"',
          '-1'])).join(', ')})`,
      () => `String.raw\`a\\n\${${any(d - 1)}}\\u00e9\``,
      () => `Buffer.from(${str(d - 1)}, ${coding()}).toString(${coding()})`,
      () => `Buffer.from(${arr(d - 1)}).toString(${coding()})`,
      () => `Buffer.concat([Buffer.from(${str(0)}), Buffer.from(${str(0)}, "latin1")]).toString(${coding()})`,
      () => `new TextDecoder().decode(new Uint8Array(${arr(0)}))`,
      () => `new TextDecoder().decode(new TextEncoder().encode(${str(d - 1)}))`,
      () => `(${bool(d - 1)} ? ${str(d - 1)} : ${str(d - 1)})`,
      () =>
        `(${pick(['[]', '""', '0', 'true'])}` +
        `[${pick(['"at"', '"constructor"', '"concat"', '"toString"', '"valueOf"'])}] + "")`,
      () => `(${bigint(d - 1)}).toString(${pick(['', '2', '16', '7', '36'])})`,
      () => `(${pick(['0', '""', '[]', 'true', '{}', '(() => 1)'])}).constructor.name`,
    ])();
  };

  const bool = (d) => {
    if (d <= 0) return pick(['true', 'false', '!0', '![]', '!""']);
    return pick([
      () => `(${any(d - 1)} ${pick(['==', '!=', '===', '!==', '<', '<=', '>', '>='])} ${any(d - 1)})`,
      () => `(${num(d - 1)} ${pick(['==', '!=', '===', '<', '<=', '>'])} ${pick([num, str, bigint])(d - 1)})`,
      () => `(${str(d - 1)} ${pick(['<', '<=', '>', '>='])} ${str(d - 1)})`,
      () => `(!${any(d - 1)})`,
      () => `Boolean(${any(d - 1)})`,
      () =>
        `${pick(['isNaN', 'isFinite', 'Number.isNaN', 'Number.isInteger', 'Number.isSafeInteger', 'Number.isFinite',
          'Array.isArray'])}(${any(d - 1)})`,
      () => `${str(d - 1)}.${pick(['includes', 'startsWith', 'endsWith'])}(${any(0)}${pick(['', ', ' + small()])})`,
      () => `${pick(patterns.filter((p) => !/\/[a-z]*g/.test(p)))}.test(${any(d - 1)})`,
      () => `${arr(d - 1)}.includes(${any(0)})`,
      () => `Object.is(${any(d - 1)}, ${any(d - 1)})`,
      () => `(${any(0)} in ${pick([obj, arr])(d - 1)})`,
      () => `Object.hasOwn(${obj(d - 1)}, ${any(0)})`,
      () => `${pick([obj, arr])(d - 1)}.hasOwnProperty(${any(0)})`,
      () =>
        `(${pick([obj, arr, any])(d - 1)} instanceof ` +
        `${pick(['Array', 'Object', 'Function', 'Date', 'RegExp', 'String'])})`,
      () => `${str(d - 1)}.isWellFormed()`,
    ])();
  };

  const bigint = (d) => {
    if (d <= 0)
      return pick([
        '0n', '1n', '2n', '10n', '255n', '0xffn', '123456789012345678901234567890n', '(-1n)', '(-7n)', '64n', '3n',
      ]);
    return pick([
      () => `(${bigint(d - 1)} ${pick(['+', '-', '*', '/', '%', '&', '|', '^'])} ${bigint(d - 1)})`,
      () => `(${bigint(d - 1)} ${pick(['<<', '>>', '**'])} ${pick(['0n', '1n', '5n', '70n', '(-3n)'])})`,
      () => `(${pick(['-', '~'])}(${bigint(d - 1)}))`,
      () => `BigInt(${any(d - 1)})`,
      () => `BigInt.${pick(['asIntN', 'asUintN'])}(${pick(['0', '1', '8', '64', '65'])}, ${bigint(d - 1)})`,
    ])();
  };

  const arr = (d) => {
    const literal = (n) =>
      `[${random.some(0, 4, () => pick([() => any(n), () => num(0), () => str(0)])()).join(', ')}]`;
    if (d <= 0)
      return pick([
        () => `[${random.some(0, 4, () => pick([...numbers, ...strings, 'null', 'undefined', 'true'])).join(', ')}]`,
        () => '[1, , 3]',
      ])();
    return pick([
      () => literal(d - 1),
      () =>
        `${str(d - 1)}.split(${pick(['', '""', '","', '"X"', str(0), ...patterns])}` +
        `${pick(['', '', ', 2', ', -1', ', 0'])})`,
      () => `${str(d - 1)}.match(${pick(patterns)})`,
      () => `${arr(d - 1)}.${pick(['slice', 'splice', 'toSpliced'])}(${small()}${pick(['', ', ' + small()])})`,
      () => `${arr(d - 1)}.${pick(['sort', 'reverse', 'toReversed', 'toSorted', 'flat', 'valueOf'])}()`,
      () => `${arr(d - 1)}.flat(${pick(['0', '1', '2', 'Infinity'])})`,
      () => `${arr(d - 1)}.fill(${any(0)}, ${small()}, ${small()})`,
      () => `${arr(d - 1)}.copyWithin(${small()}, ${small()}, ${small()})`,
      () => `${arr(d - 1)}.concat(${random.some(0, 3, () => any(d - 1)).join(', ')})`,
      () => `${arr(d - 1)}.with(${pick(['0', '-1', '1'])}, ${any(0)})`,
      () => `[...${arr(d - 1)}, ...${pick([arr, str])(d - 1)}]`,
      () => `Array.from(${pick([arr, str])(d - 1)})`,
      () => `Array.from({ length: ${pick(['0', '2', '"3"', '1.9', '-1'])}, 1: ${any(0)} })`,
      () => `Array.of(${random.some(0, 3, () => any(d - 1)).join(', ')})`,
      () => `Array(${random.some(0, 2, () => pick(['0', '3', '"3"', 'null'])).join(', ')})`,
      () => `new Array(${pick(['2', '3'])}).fill(${any(0)})`,
      () => `Object.${pick(['keys', 'values', 'entries', 'getOwnPropertyNames'])}(${obj(d - 1)})`,
      () => `Object.${pick(['keys', 'values', 'entries'])}(${any(d - 1)})`,
      () => `Reflect.ownKeys(${obj(d - 1)})`,
      () => `JSON.parse(JSON.stringify(${arr(d - 1)}))`,
    ])();
  };

  const obj = (d) => pick([
    () => `({ ${random.some(0, 4, () => `${pick(keys)}: ${any(d - 1)}`).join(', ')} })`,
    () => `({ ${random.some(0, 4, () => `${pick(keys)}: ${any(0)}`).join(', ')} })`,
    ...(d <= 0 ? [] : [
      () => `Object.assign(${obj(d - 1)}, ${random.some(1, 2, () => pick([obj, obj, any])(d - 1)).join(', ')})`,
      () => `Object.fromEntries(Object.entries(${obj(d - 1)}))`,
      () => `Object.fromEntries([[${any(0)}, ${any(d - 1)}], ["a", 1]])`,
      () => `({ ...${pick([obj, obj, arr, any])(d - 1)}, ...${obj(d - 1)} })`,
      () => `JSON.parse(JSON.stringify(${obj(d - 1)}))`,
      () => `Object.freeze(${obj(d - 1)})`,
    ]),
  ])();

  const any = (d) => {
    if (d <= 0)
      return pick([
        () => num(0),
        () => str(0),
        () => bool(0),
        () => pick(['null', 'undefined', '[]', '({})', '[[]]', '[1, 2]', '/a/g', '1n']),
      ])();
    return pick([
      () => num(d), () => str(d), () => str(d), () => bool(d), () => arr(d), () => obj(d), () => bigint(d),
      () => `(${any(d - 1)} ${pick(['&&', '||', '??'])} ${any(d - 1)})`,
      () => `${arr(d - 1)}[${small()}]`,
      () => `${arr(d - 1)}.at(${small()})`,
      () => `${obj(d - 1)}.${pick(['a', 'b', 'x', 'zz'])}`,
      () => `${obj(d - 1)}[${any(0)}]`,
      () => `(${any(d - 1)} + ${any(d - 1)})`,
      () => `(void ${any(d - 1)})`,
      () => `(${any(d - 1)}, ${any(d - 1)})`,
      () =>
        `JSON.parse(` +
        `${pick(['"[1,2,{}]"', '"{\\"a\\":1,\\"a\\":2,\\"__proto__\\":3}"', '" -1.5e3 "', '"\\"\\\\u0041\\\\ud83d\\\\' +
          'ude00\\""', '"null"'])})`,
      () => `Object.getOwnPropertyDescriptor(${obj(d - 1)}, "a")?.value`,
      () => `Reflect.get(${obj(d - 1)}, "a")`,
    ])();
  };
  return any;
}
