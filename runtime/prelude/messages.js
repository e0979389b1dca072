// What crosses between a tool and the broker while it runs, by topic; Channel.h names the same.
const topics = record({ network: 0, service: 1, event: 2 });
const listeners = list();   // by topic

// `listener(number, json, bytes)` gets what the broker sends; `bytes` is a Uint8Array or undefined.
const listen = (topic, listener) => { listeners[topic] = listener; };

function receive(topic, number, json, bytes) {
  const listener = listeners[topic];
  if (listener) runCallback('a message', listener, [number, json, bytes]);
}
