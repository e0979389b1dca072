// `console.table` as Node draws it.
import inspecting from 'node-inspect-extracted';

const most = 1000;   // rows
const shown = (value) => inspecting.inspect(value, { depth: typeof value === 'object' && value !== null &&
  Object.keys(value).length > 2 ? -1 : 0, maxArrayLength: 3, breakLength: Infinity });
const widthOf = (text) => inspecting.stripVTControlCharacters(text).length;
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

function rowsOf(data) {
  if (data instanceof Map) return { head: '(iteration index)', rows: [...data].map(([key, value], i) => [`${i}`, { Key: key, Values: value }]) };
  if (data instanceof Set) return { head: '(iteration index)', rows: [...data].map((value, i) => [`${i}`, value]) };
  return { head: '(index)', rows: Object.keys(data).map((key) => [key, data[key]]) };
}

function draw(head, lines) {
  const widths = head.map((title, column) => Math.max(widthOf(title), ...lines.map((line) => widthOf(line[column]))) + 2);
  const rule = (left, middle, right) => left + widths.map((width) => '─'.repeat(width)).join(middle) + right;
  const line = (cells) => `│${cells.map((cell, column) => ` ${cell}${' '.repeat(widths[column] - widthOf(cell) - 1)}`).join('│')}│`;
  return [rule('┌', '┬', '┐'), line(head), rule('├', '┼', '┤'), ...lines.map(line), rule('└', '┴', '┘')].join('\n');
}

export function tableOf(data, wanted) {
  const { head, rows } = rowsOf(data);
  const columns = new Set(wanted ?? []);
  let hasValues = false;
  const some = rows.slice(0, most);
  for (const [, value] of some) {
    if (!isObject(value)) hasValues = true;
    else if (wanted === undefined) for (const key of Object.keys(value)) columns.add(key);
  }
  const lines = some.map(([key, value]) => [key, ...[...columns].map((column) =>
    (isObject(value) && Object.hasOwn(value, column) ? shown(value[column]) : '')),
  ...(hasValues ? [isObject(value) ? '' : shown(value)] : [])]);
  return draw([head, ...columns, ...(hasValues ? ['Values'] : [])], lines);
}
