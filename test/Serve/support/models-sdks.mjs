// models-sdks.mjs SERVER: Anthropic's and OpenAI's own clients ask the scripted models of these tests.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';

const [server] = process.argv.slice(2);
const failure = async (promise) =>
  promise.then(
    () => 'none',
    (error) =>
      `${error.status} ${error.headers?.get('retry-after') ?? ''} ${error.error?.error?.type ?? error.message}`,
  );
const anthropic = new Anthropic({ baseURL: server, apiKey: 'key', maxRetries: 0 });
const message = (content) =>
  anthropic.messages.stream({ model: 'm', max_tokens: 100, messages: [{ role: 'user', content }] }).finalMessage();
const text = await message('text');
console.log(
  'anthropic text:',
  text.content[0].text,
  text.stop_reason,
  text.usage.input_tokens,
  text.usage.output_tokens,
);
console.log(
  'anthropic tools:',
  JSON.stringify((await message('tools')).content.map((block) => block.input ?? block.text)),
);
console.log(
  'anthropic thinking:',
  (await message('think')).content[0].thinking,
  (await message('think')).content[0].signature,
);
for (const word of ['busy', 'slow', 'broken', 'error']) console.log(`anthropic ${word}:`, await failure(message(word)));

const openai = new OpenAI({ baseURL: server, apiKey: 'key', maxRetries: 0 });
const completion = async (content) =>
  openai.chat.completions
    .stream({ model: 'm', messages: [{ role: 'user', content }], stream_options: { include_usage: true } })
    .finalChatCompletion();
const said = await completion('text');
console.log(
  'openai text:',
  said.choices[0].message.content,
  said.choices[0].finish_reason,
  said.usage.prompt_tokens,
  said.usage.completion_tokens,
);
console.log(
  'openai tools:',
  JSON.stringify(
    (await completion('tools')).choices[0].message.tool_calls.map((call) => [
      call.id,
      call.function.name,
      call.function.arguments,
    ]),
  ),
);
for (const word of ['busy', 'slow', 'broken']) console.log(`openai ${word}:`, await failure(completion(word)));
