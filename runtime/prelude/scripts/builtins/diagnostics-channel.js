// Node's `diagnostics_channel`.
const channels = new Map();

class Channel {
  #subscribers = [];
  constructor(name) { this.name = name; }
  get hasSubscribers() { return this.#subscribers.length > 0; }
  subscribe(listener) { this.#subscribers = [...this.#subscribers, listener]; }
  unsubscribe(listener) {
    const before = this.#subscribers.length;
    this.#subscribers = this.#subscribers.filter((each) => each !== listener);
    return this.#subscribers.length < before;
  }
  publish(message) { for (const each of this.#subscribers) each(message, this.name); }
  bindStore() {}
  unbindStore() { return false; }
  runStores(message, callback, self, ...args) {
    this.publish(message);
    return Reflect.apply(callback, self, args);
  }
}

function channel(name) {
  if (!channels.has(name)) channels.set(name, new Channel(name));
  return channels.get(name);
}

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];
class TracingChannel {
  constructor(given) {
    for (const event of events) this[event] = typeof given === 'string' ? channel(`tracing:${given}:${event}`) : given[event];
  }
  get hasSubscribers() { return events.some((event) => this[event].hasSubscribers); }
  subscribe(listeners) { for (const event of events) if (listeners[event]) this[event].subscribe(listeners[event]); }
  unsubscribe(listeners) {
    return events.filter((event) => listeners[event]).every((event) => this[event].unsubscribe(listeners[event]));
  }
  traceSync(callback, context = {}, self, ...args) {
    this.start.publish(context);
    try {
      return (context.result = Reflect.apply(callback, self, args));
    } catch (error) {
      context.error = error;
      this.error.publish(context);
      throw error;
    } finally {
      this.end.publish(context);
    }
  }
  async tracePromise(callback, context = {}, self, ...args) {
    this.start.publish(context);
    try {
      const promise = Reflect.apply(callback, self, args);
      this.end.publish(context);
      context.result = await promise;
      return context.result;
    } catch (error) {
      context.error = error;
      this.error.publish(context);
      throw error;
    } finally {
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
    }
  }
  traceCallback(callback, position = -1, context = {}, self, ...args) {
    this.start.publish(context);
    try {
      return Reflect.apply(callback, self, args);
    } finally {
      this.end.publish(context);
    }
  }
}

export const module = { Channel, channel, hasSubscribers: (name) => channels.get(name)?.hasSubscribers ?? false,
  subscribe: (name, listener) => channel(name).subscribe(listener),
  unsubscribe: (name, listener) => channel(name).unsubscribe(listener),
  tracingChannel: (given) => new TracingChannel(given) };
