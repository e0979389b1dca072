export const thing = { lazy: true, call: globalThis.fetch };
