/** Texts written with the six characters `[]()!+`, by the alphabet that JSFuck made known. */
const words = {
  false: '![]', true: '!![]', undefined: '[][[]]', NaN: '+[![]]',
  Infinity: '+(+!+[]+(!+[]+[])[!+[]+!+[]+!+[]]+[+!+[]]+[+[]]+[+[]]+[+[]])',
};
const constructors = {
  RegExp: 'Function("return/"+false+"/")()',
  Array: '[]', Number: '(+[])', String: '([]+[])', Boolean: '(![])', Function: '[]["flat"]',
};
const alphabet = {
  a: '(false+[])[1]',
  b: '([]["entries"]()+[])[2]',
  c: '([]["flat"]+[])[3]',
  d: '(undefined+[])[2]',
  e: '(true+[])[3]',
  f: '(false+[])[0]',
  g: '(false+[0]+String)[20]',
  h: '(+(101))["to"+String["name"]](21)[1]',
  i: '([false]+undefined)[10]',
  j: '([]["entries"]()+[])[3]',
  k: '(+(20))["to"+String["name"]](21)',
  l: '(false+[])[2]',
  m: '(Number+[])[11]',
  n: '(undefined+[])[1]',
  o: '(true+[]["flat"])[10]',
  p: '(+(211))["to"+String["name"]](31)[1]',
  r: '(true+[])[1]',
  q: '(+(212))["to"+String["name"]](31)[1]',
  s: '(false+[])[3]',
  t: '(true+[])[0]',
  u: '(undefined+[])[0]',
  v: '(+(31))["to"+String["name"]](32)',
  w: '(+(32))["to"+String["name"]](33)',
  x: '(+(101))["to"+String["name"]](34)[1]',
  y: '(NaN+[Infinity])[10]',
  z: '(+(35))["to"+String["name"]](36)',
  A: '(NaN+[]["entries"]())[11]',
  B: '(+[]+Boolean)[10]',
  E: '(RegExp+[])[12]',
  F: '(+[]+Function)[10]',
  I: '(Infinity+[])[0]',
  N: '(NaN+[])[0]',
  R: '(+[]+RegExp)[10]',
  S: '(+[]+String)[10]',
  ' ': '(NaN+[]["flat"])[11]',
  '"': '([]+[])["fontcolor"]()[12]',
  C: 'Function("return escape")()(([]+[])["italics"]())[2]',
  '%': 'Function("return escape")()([]["flat"])[21]',
  '(': '([]["flat"]+[])[13]',
  ')': '([0]+false+[]["flat"])[20]',
  '{': '(true+[]["flat"])[20]',
  '<': '([]+[])["italics"]()[0]',
  '=': '([]+[])["fontcolor"]()[11]',
  '>': '([]+[])["italics"]()[2]',
  '/': '([]+[])["italics"]()[4]',
  '[': '([]["entries"]()+[])[0]',
  ']': '([]["entries"]()+[])[22]',
  '+': '(+("1"+"e"+"1"+"0"+"0")+[])[2]',
  '.': '(+("1"+"1"+"e"+"2"+"0")+[])[1]',
  ',': '([[]]["concat"]([[]])+[])',
};

const digit = (d) => (d === 0 ? '+[]' : d === 1 ? '+!+[]' : '!+[]' + '+!+[]'.repeat(d - 1));
const number = (text) =>
  text.length === 1 ? digit(+text) : `${digit(+text[0])}${[...text.slice(1)].map((d) => `+[${digit(+d)}]`).join('')}`;

const known = new Map();
function expand(source) {
  const made = known.get(source);
  if (made) return made;
  let text = source;
  for (const [name, value] of Object.entries(constructors))
    text = text.replaceAll(new RegExp(`(?<![A-Za-z"])${name}(?![A-Za-z"])`, 'g'), `${value}["constructor"]`);
  for (const [word, value] of Object.entries(words))
    text = text.replaceAll(new RegExp(`(?<![A-Za-z"])${word}(?![A-Za-z"])`, 'g'), `(${value})`);
  text = text.replaceAll(/"([^"]*)"/g, (_, content) => `(${encode(content)})`);
  text = text
    .replaceAll(/\[(\d+)\]/g, (_, n) => `[${number(n)}]`)
    .replaceAll(/\((\d+)\)/g, (_, n) => `(${n.length > 1 ? '+(' + number(n) + ')' : number(n)})`);
  known.set(source, text);
  return text;
}

/** An expression of the six characters whose value is the text. */
export function encode(text) {
  const parts = [...text].map((c) => (/\d/.test(c) ? `[${digit(+c)}]` : expand(alphabet[c])));
  return parts.length === 0
    ? '([]+[])'
    : parts.length === 1 && /^\[/.test(parts[0])
      ? `(${parts[0]}+[])`
      : parts.join('+');
}

export function jsfuckMaker(random) {
  const letters = Object.keys(alphabet).concat([...'0123456789']);
  const someWords = [
    'eval', 'alert(1)', 'constructor', 'return this', 'fetch', 'require', 'process', 'child_process', 'exec',
  ];
  return () => {
    if (random.chance(0.2)) return encode(random.pick(someWords).replaceAll('_', ' '));
    return encode(random.some(1, 8, () => random.pick(letters)).join(''));
  };
}
