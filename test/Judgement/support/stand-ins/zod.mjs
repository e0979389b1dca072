/** Schemas that know texts' patterns, transforms, pipes and the fields of objects, and let everything else pass. */
function made(parse) {
  const methods = {
    parse,
    regex: (pattern) => made((value) => {
      if (!pattern.test(parse(value))) throw new TypeError(`not as ${pattern}`);
      return parse(value);
    }),
    transform: (change) => made((value) => change(parse(value))),
    pipe: (next) => made((value) => next.parse(parse(value))),
  };
  return new Proxy(methods, { get: (known, key, schema) => known[key] ?? (() => schema) });
}
const object = (fields) =>
  made((value) => Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, schema.parse(value[key])])));
export const z = new Proxy({ object }, { get: (known, key) => known[key] ?? (() => made((value) => value)) });
export default z;
