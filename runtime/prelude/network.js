const waiting = new Map();
let lastRequest = 0;

async function fetch(resource, options) {
  const url = toText(isObject(resource) && typeof resource.url === 'string' ? resource.url : resource);
  const verb = isObject(options) && options.method !== undefined ? toText(options.method) : 'GET';
  const number = ++lastRequest;
  const answer = new GuestPromise((resolve) => mapSet(waiting, number, resolve));
  host.request(jsonOf(record({ number, method: slice(verb, 0, 32), url: slice(url, 0, textLimit) })));
  const { refused, message } = await answer;
  throw refused ? denial(message) : new GuestError(message);
}

function reply(text) {
  const answer = setPrototypeOf(parse(text), null);
  const resolve = mapGet(waiting, answer.number);
  if (!resolve) return;
  mapDelete(waiting, answer.number);
  resolve(answer);
}
