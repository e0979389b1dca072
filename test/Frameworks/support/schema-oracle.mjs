// What zod's own toJSONSchema says, in the words that agentc uses: the pattern that zod adds for a
// format is the format (docs/decisions/0008).
import * as z from 'zod/v4';

const formats = {
  currencyCode: 'currency_code', creditCard: 'credit_card', cidrv4: 'cidrv4', cidrv6: 'cidrv6',
  datetime: 'date-time', guid: 'uuid', uuid4: 'uuid', uuid6: 'uuid', uuid7: 'uuid',
};
const others = new Set(['integer', 'number', 'string', 'boolean', 'null', 'undefined', 'bigint',
  'lowercase', 'uppercase', 'anyString', 'html5Email', 'rfc5322Email', 'unicodeEmail', 'idnEmail',
  'browserEmail', 'extendedDuration', 'domain', 'httpProtocol', 'nanoidOfLength']);
const libraryPatterns = new Map();
const know = (pattern, format) => libraryPatterns.set(pattern.source, format);
for (const [name, pattern] of Object.entries(z.core.regexes))
  if (pattern instanceof RegExp && !others.has(name))
    know(pattern, formats[name] ?? name);
for (const version of [undefined, 1, 2, 3, 4, 5, 6, 7, 8])
  know(z.core.regexes.uuid(version), 'uuid');
know(z.core.regexes.emoji(), 'emoji');
know(z.core.regexes.mac(), 'mac');
for (const precision of [undefined, null, -1, 0, 3, 6]) {
  know(z.core.regexes.time({precision}), null);
  for (const offset of [false, true])
    for (const local of [false, true])
      know(z.core.regexes.datetime({precision, offset, local}),
           local || precision === -1 ? null : 'date-time');
}

/** A schema of zod's or agentc's in one form. */
export function normalize(json) {
  if (Array.isArray(json))
    return json.map(normalize);
  if (json === null || typeof json !== 'object')
    return json;
  const result = {};
  for (const key of Object.keys(json).sort())
    result[key] = normalize(json[key]);
  const isPlainAll = result.allOf?.every?.(
    (item) => Object.keys(item).length === 1 && ('pattern' in item || 'format' in item));
  const isText = result.type === 'string' || '$ref' in result;
  if (isText && (typeof result.pattern === 'string' || isPlainAll)) {
    const items = [];
    for (const item of ['pattern' in result ? {pattern: result.pattern} : [], isPlainAll ? result.allOf : []].flat()) {
      const format = libraryPatterns.get(item.pattern);
      const said = format === undefined ? item : {format};
      // zod says a pattern twice that is written twice
      const isNew = !items.some((one) => JSON.stringify(one) === JSON.stringify(said));
      if (isNew && (format === undefined || (format !== null && format !== result.format)))
        items.push(said);
    }
    delete result.pattern;
    if (isPlainAll)
      delete result.allOf;
    if (items.length === 1 && items[0].pattern !== undefined)
      result.pattern = items[0].pattern;
    else if (items.length)
      result.allOf = items;
  }
  return result;
}

/** The first place where two schemas differ, and what they say there. */
export function difference(a, b, path = '') {
  const areBoth = a && b && typeof a === 'object' && typeof b === 'object';
  for (const key of areBoth ? new Set([...Object.keys(a), ...Object.keys(b)]) : [])
    if (JSON.stringify(a[key]) !== JSON.stringify(b[key]))
      return difference(a[key], b[key], `${path}/${key}`);
  return `at ${path || '/'}\n  zod    ${JSON.stringify(a)}\n  agentc ${JSON.stringify(b)}`;
}

/** What zod says of a schema, and whether it says that JSON Schema cannot. */
export function oracle(schema) {
  let unsayable = false;
  let json;
  try {
    json = z.toJSONSchema(schema, {io: 'input'});
  } catch {
    unsayable = true;
    json = z.toJSONSchema(schema, {io: 'input', unrepresentable: 'any'});
  }
  delete json.$schema;
  return {json: normalize(json), unsayable};
}
