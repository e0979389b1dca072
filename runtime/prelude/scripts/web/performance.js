// What tools measure themselves with: https://w3c.github.io/user-timing/ without observers and navigation.
import { now as clock } from 'agentc:powers';

class PerformanceEntry {
  constructor(name, entryType, startTime, duration, detail) {
    Object.assign(this, { name, entryType, startTime, duration, detail });
  }
  toJSON() { return { ...this }; }
}
export class PerformanceMark extends PerformanceEntry {}
export class PerformanceMeasure extends PerformanceEntry {}

const began = clock(), timeOrigin = Date.now();
const now = () => clock() - began;
const limit = 10000;
let made = false, entries = [];
const keep = (entry) => { if (entries.length < limit) entries.push(entry); return entry; };
const inOrder = (list) => list.slice().sort((a, b) => a.startTime - b.startTime);

function timeOf(place) {
  if (typeof place !== 'string') return Number(place);
  for (let i = entries.length - 1; i >= 0; --i)
    if (entries[i].name === place && entries[i].entryType === 'mark') return entries[i].startTime;
  throw new DOMException(`The "${place}" performance mark has not been set`, 'SyntaxError');
}
const without = (type, name) =>
  entries.filter((entry) => entry.entryType !== type || (name !== undefined && entry.name !== `${name}`));

export class Performance {
  constructor() { if (made) throw new TypeError('Illegal constructor'); made = true; }
  get timeOrigin() { return timeOrigin; }
  now() { return now(); }
  mark(name, options = {}) {
    return keep(new PerformanceMark(`${name}`, 'mark', options.startTime ?? now(), 0, options.detail ?? null));
  }
  measure(name, from, to) {
    const options = typeof from === 'object' && from !== null ? from : { start: from, end: to };
    const span = options.duration;
    const end = options.end !== undefined ? timeOf(options.end)
      : span !== undefined && options.start !== undefined ? timeOf(options.start) + span : now();
    const start = options.start !== undefined ? timeOf(options.start) : span !== undefined ? end - span : 0;
    return keep(new PerformanceMeasure(`${name}`, 'measure', start, end - start, options.detail ?? null));
  }
  clearMarks(name) { entries = without('mark', name); }
  clearMeasures(name) { entries = without('measure', name); }
  getEntries() { return inOrder(entries); }
  getEntriesByName(name, type) {
    return inOrder(entries.filter((entry) => entry.name === name && (type === undefined || entry.entryType === type)));
  }
  getEntriesByType(type) { return inOrder(entries.filter((entry) => entry.entryType === type)); }
  toJSON() { return { timeOrigin: this.timeOrigin }; }
}
Object.defineProperty(Performance.prototype, Symbol.toStringTag, { value: 'Performance', configurable: true });
export const performance = new Performance();
