const schema = new Proxy(() => schema, { get: () => schema, apply: () => schema });
export const z = schema;
