// What the console writes beside plain text, and those of its methods that few use.
import { writeLog } from 'agentc:powers';
import inspecting from 'node-inspect-extracted';
import { tableOf } from './table.js';

const { inspect, formatWithOptions } = inspecting;
export const format = (values) => formatWithOptions({}, ...values);
export const indented = (text, indentation) => indentation + text.replace(/\n/g, `\n${indentation}`);

const counts = new Map(), began = new Map();
const labelOf = (label) => (label === undefined ? 'default' : `${label}`);
const spanOf = (ms) => (ms < 1000 ? `${Number(ms.toFixed(3))}ms` : `${(ms / 1000).toFixed(3)}s`);

function lap(label, rest) {
  if (!began.has(label)) return writeLog('warn', `Warning: No such label '${label}' for console.time()`);
  const text = `${label}: ${spanOf(performance.now() - began.get(label))}`;
  writeLog('log', rest.length > 0 ? format(['%s', text, ...rest]) : text);
}

export const methods = {
  assert(holds, ...values) {
    if (holds) return;
    if (typeof values[0] === 'string') values[0] = `Assertion failed: ${values[0]}`;
    else values.unshift('Assertion failed');
    writeLog('warn', format(values));
  },
  count(given) {
    const label = labelOf(given);
    counts.set(label, (counts.get(label) ?? 0) + 1);
    writeLog('log', `${label}: ${counts.get(label)}`);
  },
  countReset: (label) => { counts.delete(labelOf(label)); },
  dir: (value, options) => writeLog('log', inspect(value, { customInspect: false, ...options })),
  dirxml: (...values) => writeLog('log', format(values)),
  table(rows, columns) {
    if (typeof rows !== 'object' || rows === null) return writeLog('log', format([rows]));
    writeLog('log', tableOf(rows, columns));
  },
  time: (label) => { if (!began.has(labelOf(label))) began.set(labelOf(label), performance.now()); },
  timeEnd(label) {
    lap(labelOf(label), []);
    began.delete(labelOf(label));
  },
  timeLog: (label, ...rest) => lap(labelOf(label), rest),
  trace(...values) {
    const places = new Error().stack.split('\n').slice(1).filter((line) => !line.includes('agentc:prelude'));
    writeLog('error', [`Trace${values.length > 0 ? `: ${format(values)}` : ''}`, ...places].join('\n'));
  },
};
