// The console. What is more than plain text is written by the script `node`, as Node does.
const isPlainText = (value) => (typeof value !== 'object' || value === null) && typeof value !== 'function' && typeof value !== 'symbol';
let indentation = '';   // of `console.group`

function formatted(values) {
  let isPlain = typeof values[0] !== 'string' || values.length === 1 || indexOf(values[0], '%') < 0, text = '';
  for (let i = 0; i < values.length && isPlain; ++i) {
    isPlain = isPlainText(values[i]);
    if (isPlain) text += (i ? ' ' : '') + toText(values[i]) + (typeof values[i] === 'bigint' ? 'n' : '');
  }
  if (isPlain) return text;
  try {
    const shown = script('node').format(values);
    return typeof shown === 'string' ? withoutPrelude(shown) : '';
  } catch {
    return '[a value that cannot be shown]';
  }
}

const write = (level, text) => host.log(level, indentation === '' ? text : script('node').indented(text, indentation));
const logger = (level) => (...values) => write(level, formatted(values));
const rare = (name) => (...args) => script('node').consoleMethod(name)(...args);
const console = { log: logger('log'), info: logger('info'), warn: logger('warn'), error: logger('error'), debug: logger('debug'),
  group(...label) {
    if (label.length > 0) write('log', formatted(label));
    if (indentation.length < 100) indentation += '  ';
  },
  groupEnd() { indentation = slice(indentation, 2); } };
console.groupCollapsed = console.group;
for (const name of ['assert', 'count', 'countReset', 'dir', 'dirxml', 'table', 'time', 'timeEnd', 'timeLog', 'trace'])
  console[name] = rare(name);
