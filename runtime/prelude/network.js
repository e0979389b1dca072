const waiting = new Map();
let lastRequest = 0;

async function fetch(resource, options) {
  const url = toText(isObject(resource) && typeof resource.url === 'string' ? resource.url : resource);
  const verb = isObject(options) && options.method !== undefined ? toText(options.method) : 'GET';
  const number = ++lastRequest;
  const answer = new GuestPromise((resolve) => mapSet(waiting, number, resolve));
  host.expect(1);
  host.send(topics.network, number, jsonOf(record({ method: slice(verb, 0, 32), url: slice(url, 0, textLimit) })));
  const { refused, message } = await answer;
  throw refused ? denial(message) : new GuestError(message);
}

listen(topics.network, (number, json) => {
  const resolve = mapGet(waiting, number);
  if (!resolve) return;
  mapDelete(waiting, number);
  host.expect(-1);
  resolve(setPrototypeOf(parse(json), null));
});
