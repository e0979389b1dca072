'use strict';

const compose = (...wrappers) => (task) => wrappers.reduceRight((inner, wrap) => wrap(inner), task);

const timed = (name) => (task) => async (...args) => {
  const start = Date.now();
  try {
    return await task(...args);
  } finally {
    if (process.env.LOG_TIMES) console.log(`${name}: ${Date.now() - start} ms`);
  }
};

const cached = (seconds) => (task) => {
  const known = new Map();
  return async (key) => {
    const hit = known.get(key);
    if (hit && hit.until > Date.now()) return hit.value;
    const value = await task(key);
    known.set(key, { value, until: Date.now() + seconds * 1000 });
    return value;
  };
};

module.exports = { cached, compose, timed };
