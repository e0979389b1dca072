class Timeout {
  ref() { return this; }
  unref() { return this; }
  hasRef() { return true; }
}
const longestTimer = 30000;
const timers = new Map();   // number → timer
const numberOf = new WeakMap();
const queue = list();       // a binary heap by time, then number
let lastTimer = 0;
const before = (a, b) => a.at < b.at || (a.at === b.at && a.number < b.number);

function enqueue(timer) {
  let i = queue.length;
  add(queue, timer);
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!before(timer, queue[parent])) break;
    queue[i] = queue[parent];
    i = parent;
  }
  queue[i] = timer;
}

function dequeue() {
  const first = queue[0], last = queue[queue.length - 1];
  queue.length -= 1;
  let i = 0;
  for (const size = queue.length; i < size;) {
    let child = 2 * i + 1;
    if (child >= size) break;
    if (child + 1 < size && before(queue[child + 1], queue[child])) ++child;
    if (!before(queue[child], last)) break;
    queue[i] = queue[child];
    i = child;
  }
  if (queue.length > 0) queue[i] = last;
  return first;
}

// `shortest` is 1 for timers, which follow those that are immediate.
function startTimer(callback, delay, args, repeats, shortest = 1) {
  if (typeof callback !== 'function') throw new GuestTypeError('the callback is not a function');
  delay = +delay;
  if (!(delay >= shortest)) delay = shortest;
  if (delay > longestTimer) delay = longestTimer;
  const timer = record({ number: ++lastTimer, at: host.now() + delay, delay, callback, args, repeats, active: true,
    context: host.asyncContext() });
  mapSet(timers, timer.number, timer);
  enqueue(timer);
  const handle = new Timeout();
  weakSet(numberOf, handle, timer.number);
  return handle;
}

function stopTimer(handle) {
  const number = isObject(handle) ? weakGet(numberOf, handle) : handle;
  const timer = mapGet(timers, number);
  if (!timer) return;
  timer.active = false;
  mapDelete(timers, number);
}

function runCallback(what, callback, args) {
  try {
    apply(callback, undefined, args);
  } catch (error) {
    const { name, message, stack } = readError(error);
    host.log('error', `uncaught in ${what}: ` + (stack === '' ? `${name}: ${message}` : stack));
  }
}

// `context`: what goes along with asynchronous code, which promises alone carry by themselves.
function runWithin(context, what, callback, args) {
  const before = host.asyncContext();
  host.setAsyncContext(context);
  runCallback(what, callback, args);
  host.setAsyncContext(before);
}

function queueMicrotask(callback) {
  if (typeof callback !== 'function') throw new GuestTypeError('the callback is not a function');
  const context = host.asyncContext();
  host.enqueueMicrotask(() => runWithin(context, 'a microtask', callback, list()));
}

// Runs one timer that is due; answers the milliseconds to the next one, or -1 if there is none.
function turn() {
  while (queue.length > 0) {
    const timer = queue[0];
    if (!timer.active) { dequeue(); continue; }
    const left = timer.at - host.now();
    if (left > 0) return left;
    dequeue();
    if (timer.repeats) {
      timer.at = host.now() + timer.delay;
      enqueue(timer);
    } else {
      mapDelete(timers, timer.number);
    }
    runWithin(timer.context, 'a timer', timer.callback, timer.args);
    return 0;
  }
  return -1;
}
