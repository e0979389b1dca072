// What newer engines have of the language's own library, by core-js; runtime/prelude/newer.js says when.
const groups = {
  arrayFromAsync: () => require('core-js/modules/es.array.from-async.js'),
  arrayCopies: () => {
    require('core-js/modules/es.array.to-reversed.js');
    require('core-js/modules/es.array.to-sorted.js');
    require('core-js/modules/es.array.to-spliced.js');
    require('core-js/modules/es.array.with.js');
  },
  viewCopies: () => {
    require('core-js/modules/es.typed-array.to-reversed.js');
    require('core-js/modules/es.typed-array.to-sorted.js');
    require('core-js/modules/es.typed-array.with.js');
  },
  bytes: () => {
    require('core-js/modules/es.uint8-array.from-base64.js');
    require('core-js/modules/es.uint8-array.from-hex.js');
    require('core-js/modules/es.uint8-array.set-from-base64.js');
    require('core-js/modules/es.uint8-array.set-from-hex.js');
    require('core-js/modules/es.uint8-array.to-base64.js');
    require('core-js/modules/es.uint8-array.to-hex.js');
  },
  objectGroupBy: () => require('core-js/modules/es.object.group-by.js'),
  mapGroupBy: () => require('core-js/modules/es.map.group-by.js'),
  mapInsert: () => {
    require('core-js/modules/es.map.get-or-insert.js');
    require('core-js/modules/es.map.get-or-insert-computed.js');
  },
  weakMapInsert: () => {
    require('core-js/modules/es.weak-map.get-or-insert.js');
    require('core-js/modules/es.weak-map.get-or-insert-computed.js');
  },
  sets: () => {
    require('core-js/modules/es.set.difference.v2.js');
    require('core-js/modules/es.set.intersection.v2.js');
    require('core-js/modules/es.set.is-disjoint-from.v2.js');
    require('core-js/modules/es.set.is-subset-of.v2.js');
    require('core-js/modules/es.set.is-superset-of.v2.js');
    require('core-js/modules/es.set.symmetric-difference.v2.js');
    require('core-js/modules/es.set.union.v2.js');
  },
  promiseTry: () => require('core-js/modules/es.promise.try.js'),
  promiseWithResolvers: () => require('core-js/modules/es.promise.with-resolvers.js'),
  wellFormed: () => {
    require('core-js/modules/es.string.is-well-formed.js');
    require('core-js/modules/es.string.to-well-formed.js');
  },
  regexpEscape: () => require('core-js/modules/es.regexp.escape.js'),
  errorIsError: () => require('core-js/modules/es.error.is-error.js'),
  mathF16round: () => require('core-js/modules/es.math.f16round.js'),
  mathSumPrecise: () => require('core-js/modules/es.math.sum-precise.js'),
  iterators: () => {
    require('core-js/modules/es.iterator.constructor.js');
    require('core-js/modules/es.iterator.concat.js');
    require('core-js/modules/es.iterator.drop.js');
    require('core-js/modules/es.iterator.every.js');
    require('core-js/modules/es.iterator.filter.js');
    require('core-js/modules/es.iterator.find.js');
    require('core-js/modules/es.iterator.flat-map.js');
    require('core-js/modules/es.iterator.for-each.js');
    require('core-js/modules/es.iterator.from.js');
    require('core-js/modules/es.iterator.map.js');
    require('core-js/modules/es.iterator.reduce.js');
    require('core-js/modules/es.iterator.some.js');
    require('core-js/modules/es.iterator.take.js');
    require('core-js/modules/es.iterator.to-array.js');
  },
  disposables: () => {
    require('core-js/modules/es.suppressed-error.constructor.js');
    require('core-js/modules/es.disposable-stack.constructor.js');
    require('core-js/modules/es.async-disposable-stack.constructor.js');
  },
};

export function install(group) {
  groups[group]();
  // What core-js shares with other copies of itself, which is no business of the bundle's.
  delete globalThis['__core-js_shared__'];
}
export const exercise = () => Object.keys(groups).forEach(install);
