const { get } = Reflect;

// Built-ins that this V8 lacks: accessors that give way to core-js's when one of their group is first looked at.
function defineNewer(group, lacked) {
  const install = () => {
    for (let i = 0; i < lacked.length; ++i) {
      const { holder, name, get } = lacked[i];
      const property = getOwnPropertyDescriptor(holder, name);
      if (property && property.get === get) delete holder[name];
    }
    script('newer').install(group);
  };
  for (let i = 0; i < lacked.length; ++i) {
    const entry = lacked[i], { holder, name } = entry;
    entry.get = function () {
      install();
      return get(holder, name, this);
    };
    defineProperty(holder, name, { __proto__: null, enumerable: false, configurable: true, get: entry.get,
      set(value) {
        if (this === holder) define(holder, name, value);
        else if (isObject(this))
          defineProperty(this, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      } });
  }
}

// Runs before any bundle: only here may methods be called by name. `coming` names what V8 lacks while a snapshot is made and
// gives to each context that it makes from one, whose names must be free. Answers what is there already, in the same form.
function installNewer(coming) {
  const views = getPrototypeOf(Bytes), iterators = getPrototypeOf(getPrototypeOf([][Symbol.iterator]()));
  const of = (holder, names) => names.split(' ').map((name) => record({ holder, name }));
  const groups = {
    arrayFromAsync: of(Array, 'fromAsync'),
    arrayCopies: of(Array.prototype, 'toReversed toSorted toSpliced with'),
    viewCopies: of(views.prototype, 'toReversed toSorted with'),
    bytes: [...of(Bytes, 'fromBase64 fromHex'), ...of(Bytes.prototype, 'setFromBase64 setFromHex toBase64 toHex')],
    objectGroupBy: of(Object, 'groupBy'),
    mapGroupBy: of(Map, 'groupBy'),
    mapInsert: of(Map.prototype, 'getOrInsert getOrInsertComputed'),
    weakMapInsert: of(WeakMap.prototype, 'getOrInsert getOrInsertComputed'),
    sets: of(Set.prototype, 'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union'),
    promiseTry: of(Promise, 'try'),
    promiseWithResolvers: of(Promise, 'withResolvers'),
    wellFormed: of(String.prototype, 'isWellFormed toWellFormed'),
    regexpEscape: of(RegExp, 'escape'),
    errorIsError: of(Error, 'isError'),
    mathF16round: of(Math, 'f16round'),
    mathSumPrecise: of(Math, 'sumPrecise'),
    iterators: [...of(globalThis, 'Iterator'),
      ...of(iterators, 'drop every filter find flatMap forEach map reduce some take toArray')],
    disposables: of(globalThis, 'DisposableStack AsyncDisposableStack SuppressedError'),
  };
  const isComing = new Set(coming.split(' ')), present = [];
  for (const group of ownKeys(groups)) {
    const lacked = list();
    for (const entry of groups[group]) {
      const id = `${group}.${entry.name}`;
      if (entry.name in entry.holder) present.push(id);
      else if (!isComing.has(id)) add(lacked, entry);
    }
    defineNewer(group, lacked);
  }
  for (const name of ['dispose', 'asyncDispose'])
    if (!Symbol[name]) defineProperty(Symbol, name, { __proto__: null, value: Symbol(`Symbol.${name}`) });
  return present.join(' ');
}
