// responses.mjs SERVER KEY OTHER: agents asked by the official clients of the Responses API.
import { createOpenResponses } from '@ai-sdk/open-responses';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';

const [server, key, otherKey] = process.argv.slice(2);
const openai = new OpenAI({ baseURL: `${server}/v1`, apiKey: key, maxRetries: 0 });
const types = (events) =>
  events.map((event) => event.type.replace('response.', '')).filter((type, i, all) => type !== all[i - 1]);
const collect = async (stream) => {
  const events = [];
  for await (const event of stream) events.push(event);
  return events;
};
const failure = async (promise) =>
  promise.then(
    () => 'none',
    (error) => `${error.status} ${error.type} ${error.message}`,
  );
const outline = (response) => response.output.map((item) => `${item.type} ${item.status}`).join(', ');
const wait = async (id, until = (response) => response.status !== 'in_progress') => {
  for (;;) {
    const response = await openai.responses.retrieve(id);
    if (until(response)) return response;
    await new Promise((done) => setTimeout(done, 20));
  }
};

console.log('models:', (await openai.models.list()).data.map((model) => model.id).join());

const plain = await openai.responses.create({ model: 'desk', input: 'Hello', metadata: { a: 'b' } });
console.log('plain:', plain.status, plain.output_text, plain.usage.total_tokens, plain.metadata.a, plain.error);
const events = await collect(
  await openai.responses.create({ model: 'desk', input: 'sum of one and two', stream: true }),
);
console.log('streamed:', types(events).join(' '));
console.log('numbered:', events.every((event, i) => event.sequence_number === i));
const { response } = events.at(-1);
console.log(
  'output:',
  outline(response),
  '|',
  response.output_text ?? response.output.filter((item) => item.type === 'message').at(-1).content[0].text,
);
const call = response.output.find((item) => item.type === 'agentc:tool_call');
console.log('a call:', call.name, call.arguments, call.output, call.outcome);
const text = events.filter((event) => event.type === 'response.output_text.delta').map((event) => event.delta).join('');
console.log('text:', text);

const again = await collect(await openai.responses.retrieve(response.id, { stream: true }));
console.log('replayed:', JSON.stringify(again) === JSON.stringify(events));
let exact = 0;
for (let after = 0; after < events.length; after += 5) {
  const rest = await collect(await openai.responses.retrieve(response.id, { stream: true, starting_after: after }));
  exact += JSON.stringify(rest) === JSON.stringify(events.slice(after + 1));
}
console.log('after each fifth:', exact === Math.ceil(events.length / 5));
const retrieved = await openai.responses.retrieve(response.id);
console.log('retrieved:', JSON.stringify(retrieved.output) === JSON.stringify(response.output), retrieved.status);

const helper = openai.responses.stream({ model: 'desk', input: [{ role: 'user', content: 'sum please' }] });
console.log('by the helper:', (await helper.finalResponse()).output_text);

const background = await openai.responses.create({ model: 'desk', input: 'sum in the background', background: true });
console.log('background:', background.status, background.background, (await wait(background.id)).output_text);
const waiting = await openai.responses.create({ model: 'desk', input: 'wait for me', background: true });
console.log(
  'cancelled:',
  (await openai.responses.cancel(waiting.id)).status,
  (await openai.responses.cancel(waiting.id)).status,
);
console.log('its stream:', types(await collect(await openai.responses.retrieve(waiting.id, { stream: true }))).at(-1));

const next = await openai.responses.create({ model: 'desk', input: 'count them', previous_response_id: plain.id });
console.log('after another:', next.output_text, next.previous_response_id === plain.id);
console.log(
  'instructions:',
  (await openai.responses.create({ model: 'desk', input: 'system', instructions: 'Be brief.' })).output_text
    .split('\n')
    .at(-1),
);
const developer = [
  { role: 'developer', content: 'Be kind.' },
  { role: 'user', content: [{ type: 'input_text', text: 'system' }] },
];
console.log(
  'developer:',
  (await openai.responses.create({ model: 'desk', input: developer })).output_text.split('\n').at(-1),
);
const long = await openai.responses.create({ model: 'desk', input: 'long' });
console.log('cut off:', long.status, long.incomplete_details.reason);
const failed = await openai.responses.create({ model: 'desk', input: 'fail' });
console.log('failed:', failed.status, failed.error.code, failed.error.message);
const broken = await collect(await openai.responses.create({ model: 'desk', input: 'broken', stream: true }));
console.log(
  'broken off:',
  broken
    .filter((event) => event.type === 'response.output_item.done')
    .map((event) => event.item.status)
    .join(),
  outline(broken.at(-1).response),
);

const asked = await openai.responses.create({ model: 'asks', input: 'order one', background: true });
const question = (await wait(asked.id, (one) => one.output.some((item) => item.type === 'agentc:approval_request')))
  .output[0];
console.log('a question:', question.status, question.tool, question.message);
const decided = await fetch(`${server}/api/runs/${asked.id.replace('resp_', 'run_')}/approve`, {
  method: 'POST',
  headers: { authorization: `Bearer ${key}` },
  body: JSON.stringify({ approval: question.approval, decision: 'approve' }),
});
console.log('approved:', decided.status, outline(await wait(asked.id)));

console.log('no model:', await failure(openai.responses.create({ model: 'none', input: 'Hello' })));
for (const body of [
  {},
  { model: 'desk' },
  { model: 'desk', input: '' },
  { model: 'desk', input: [{ role: 'assistant', content: 'x' }] },
  { model: 'desk', input: 1 },
  { model: 'desk', input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'http://x' }] }] },
  { model: 'desk', input: 'a', stream: 'yes' },
  { model: 'desk', input: [{ type: 'function_call_output', call_id: 't', output: 'x' }] },
  { model: 'desk', input: 'a', tools: [{ type: 'web_search' }] },
  { model: 'desk', input: 'a', text: { format: { type: 'json_schema', name: 'x', schema: {} } } },
  { model: 'desk', input: 'a', previous_response_id: 'resp_0' },
  { model: 'desk', input: 'a', previous_response_id: failed.id },
])
  console.log('refused:', await failure(openai.responses.create(body)));
const other = new OpenAI({ baseURL: `${server}/v1`, apiKey: otherKey, maxRetries: 0 });
console.log('of another tenant:', await failure(other.responses.retrieve(plain.id)));
console.log(
  'without a key:',
  await failure(new OpenAI({ baseURL: `${server}/v1`, apiKey: 'x', maxRetries: 0 }).responses.retrieve(plain.id)),
);

const items = await openai.responses.inputItems.list(next.id);
console.log(
  'input items:',
  items.data.map(({ role, content }) => `${role} ${content[0].type} ${content[0].text}`).join(' | '),
);
console.log('in order:', (await openai.responses.inputItems.list(next.id, { order: 'asc' })).data[0].content[0].text);
console.log(
  'of another tenant:',
  await failure(other.responses.delete(next.id)),
  await failure(other.responses.inputItems.list(next.id)),
);
const under = await openai.responses.create({ model: 'desk', input: 'wait for me', background: true });
console.log('under way:', await failure(openai.responses.delete(under.id)));
await openai.responses.cancel(under.id);
await openai.responses.delete(next.id);
console.log(
  'deleted:',
  await failure(openai.responses.retrieve(next.id)),
  await failure(openai.responses.delete(next.id)),
);

const model = createOpenResponses({ name: 'agentc', url: `${server}/v1/responses`, apiKey: key })('desk');
const generated = await generateText({ model, prompt: 'sum by the AI SDK' });
console.log(
  'generateText:',
  generated.text.replace('\n', ' '),
  generated.reasoningText,
  generated.finishReason,
  generated.usage.outputTokens,
);
const streamed = streamText({ model, prompt: 'sum by the AI SDK' });
console.log('streamText:', (await Array.fromAsync(streamed.textStream)).join(''), await streamed.finishReason);
console.log(
  'AI SDK error:',
  await failure(
    generateText({
      model: createOpenResponses({ name: 'agentc', url: `${server}/v1/responses`, apiKey: key })('none'),
      prompt: 'x',
      maxRetries: 0,
    }),
  ),
);
