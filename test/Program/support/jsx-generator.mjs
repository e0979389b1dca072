// A module full of random JSX, by a seed: each expression tells when it is evaluated.
// The grammar of JavaScript reads no `<this.Box>`.
export function generate(seed, isTyped) {
  let state = seed * 2654435761 + 1;
  const random = (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
  const pick = (...from) => from[random(from.length)];
  let step = 0;
  const called = (value) => `t(${++step}, ${value})`;
  const space = () => pick('', ' ', ' ', '\n  ', ' /* c */ ', '\n// why {\n');
  const value = (depth) =>
    pick(
      () => called('1'),
      () => called(`'s'`),
      () => called('{ a: 1 }'),
      () => called('[1, 2]'),
      () => '`x${' + called('2') + '}\n`',
      () => (depth > 0 ? `(${element(depth - 1)})` : called('null')),
      () => (depth > 0 ? `[1].map((x) => ${element(depth - 1)})` : called('x')),
      () => `(${called('1')}, ${called('2')})`,
      () => `function () { return ${called('1')} }`,
    )();
  const text = () =>
    pick(
      'hello',
      ' padded ',
      '\n   over\n   lines\n  ',
      '\n\n',
      '  ',
      'a &amp; b&nbsp;',
      'it\'s "quoted"',
      '&lt;&#65;&#x1F600;&unknown;',
      '\t tab \n',
      '\u00a0wide\u00a0\n',
      'π = 3',
      '// no comment',
      '/* none */',
      '\\n',
      '`${x}`',
      '&#8203;',
      'x\r\n  y',
    );
  const attribute = (depth) =>
    pick(
      () =>
        `${pick('a', 'b', 'data-x', 'xlink:href', 'children', '$x')}${space()}=${space()}{${space()}${value(depth)}` +
        `${space()}}`,
      () => `${pick('a', 'aria-label')}=${pick('"text"', "'it\"s'", '"a &quot; b"', '"two\n  lines"', "'\\n'")}`,
      () => pick('flag', 'data-flag', 'key'),
      () => `key=${pick('"k"', `{${value(0)}}`, `{/* c */ ${called("'k'")}}`)}`,
      () => `{...${called(pick('{ p: 1 }', "{ key: 'q', children: 3 }", 'null'))}}`,
      () => `{...{ lit: ${called('1')}, ...${called('{ z: 1 }')} }}`,
      () => (depth > 0 ? `slot=${element(depth - 1)}` : 'deep'),
      () => `ref={(x) => { return ${called('x')} }}`,
    )();
  const child = (depth) =>
    pick(
      text,
      text,
      () => `{${space()}${value(depth)}${space()}}`,
      () => '{/* only a comment */}',
      () => '{\n// line\n}',
      () => (depth > 0 ? element(depth - 1) : text()),
      () => `{...${called('[1, 2]')}}`,
      () => `{${called('false')} && ${value(0)}}`,
    )();
  const many = (make, most) => Array.from({ length: random(most + 1) }, make);
  const element = (depth) => {
    if (random(6) === 0) return `<>${many(() => child(depth), 4).join('')}</>`;
    const name = pick(
      'div',
      'a-b',
      'Box',
      'ns.Box',
      'ns.deep.Box',
      'svg:rect',
      '$',
      '_x',
      isTyped ? 'this.Box' : 'ns.Box',
    );
    const attributes = many(() => attribute(depth), 4)
      .map((one) => (random(8) ? ' ' : '\n ') + one)
      .join('');
    const tag = name + (random(6) ? '' : space());
    return random(3)
      ? `<${tag}${attributes}${space()}>${many(() => child(depth), 4).join('')}</${name}>`
      : `<${tag}${attributes}${space()}/>`;
  };
  const statements = Array.from({ length: 4 }, (_, at) =>
    pick(
      () => `console.log(${element(3)})`,
      () => `const v${at} = ${element(3)}\nconsole.log(v${at})`,
      () => `function f${at}() { return${pick(' ', '')}${element(2)} }\nconsole.log(f${at}.call({ Box }))`,
      () => `for (const x of [1, 2]) console.log(typeof ${element(1)}, ${element(2)})`,
    )(),
  );
  return `import React from 'react'\nconst t = (step, value) => (console.log('step ' + step), value)\nfunction Box() ` +
    `{}\nconst $ = Box, _x = Box, x = 7\nconst ns = { Box, deep: { Box } }\nconsole.log.call({}, ` +
    `'begin')\n;(function () {\n${statements.join('\n')}\n}).call({ Box })\nconsole.log('end')\n`;
}
