// Questions to the broker's services, and its answers: `{value}`, `{error}`, and before them any number of `{part}`.
import { denial, expect, listen, send, topics } from 'agentc:powers';

const waiting = new Map();
let last = 0;

listen(topics.service, (number, json) => {
  const question = waiting.get(number);
  if (!question) return;
  const answer = JSON.parse(json);
  if (answer.part !== undefined) {
    question.onPart?.(answer.part);
    return;
  }
  waiting.delete(number);
  expect(-1);
  if (answer.error === undefined) question.resolve(answer.value);
  else question.reject(failure(answer.error, question.place));
});

function failure({ message, code, denied }, place) {
  const error = denied ? denial(message) : new Error(message);
  if (code !== undefined) error.code = code;
  // What the bundle called, not the message that came back, is where it went wrong.
  const frames = place.stack.indexOf('\n    at ');
  if (frames >= 0) error.stack = `${error.name}: ${message}${place.stack.slice(frames)}`;
  return error;
}

// Asks `service` with JSON and bytes; the promise settles with its answer.
export function ask(service, parameters, onPart) {
  const number = ++last;
  const json = JSON.stringify({ service, with: parameters });
  const place = new Error();
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject, onPart, place });
    expect(+1);
    send(topics.service, number, json);
  });
}

// Sends what a later question refers to by `of`, without an answer.
export const sendBytes = (of, bytes) => { send(topics.service, 0, JSON.stringify({ service: 'bytes', with: { of } }), bytes); };
export const nextReference = () => ++last;
