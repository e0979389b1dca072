"""A bundle with one agent that is code of its own (BaseAgent), for tests of runs."""
import json

INDEX = '''
import { BaseAgent } from '@buzzi/base-agent';

export default class Seller extends BaseAgent {
  tools = [{
    name: 'check.stock', description: 'How many there are',
    parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    execute: async ({ id }) => ({ success: true, data: { id, count: 4 } }),
  }];

  async processMessage(context) {
    const { message } = context;
    if (message.startsWith('Classify')) {
      const { content } = await this.llm.chat({ messages: [{ role: 'user', content: `Intent of: ${message}` }] });
      context.systemPromptAddition = `The intent is ${content}.`;
    }
    if (message === 'Two at once') {
      const answers = await Promise.all(['one', 'two'].map((content) =>
        this.llm.chat({ messages: [{ role: 'user', content }], stream: true })));
      const metadata = { confidence: 0.9, sources: ['faq.md'] };
      return { content: answers.map(({ content }) => content).join(' + '), metadata };
    }
    if (message === 'Caught') {
      try {
        await this.llm.chat({ messages: [{ role: 'user', content: message }] });
      } catch ({ code, message }) {
        return { content: `${code}: ${message}` };
      }
    }
    if (message === 'Endless') for (;;)
      await this.llm.chat({ messages: [{ role: 'user', content: 'again' }], n: Math.random() });
    if (message === 'Busy') for (;;);
    if (message === 'Wrong') await this.llm.chat({ messages: [{ role: 'robot', content: 'x' }] });
    if (message === 'Human')
      return { content: 'Wait.', metadata: { shouldEscalate: true, escalationReason: 'asked for' } };
    if (message === 'Idle') await new Promise((done) => setTimeout(done, 60000));
    if (message === 'Other') return { content: JSON.stringify(await this.history.get('of another')) };
    if (message === 'Context') {
      const told = { ...context, requestId: context.requestId.slice(0, 4), timestamp: typeof context.timestamp };
      return { content: JSON.stringify(told) };
    }
    return super.processMessage(context);
  }
}
'''
# An agent whose tools can ask a host, so that it may change the world.
ORDERS = INDEX.replace("execute: async ({ id }) =>", '''execute: async ({ id }) => {
      try { await fetch('https://api.crm.example/orders', { method: 'POST', body: id }); } catch {}
      return { ordered: id };
    }, before: async ({ id }) =>''',
)
CONFIG = {
    'systemPrompt': 'You sell lamps.',
    'llmConfig': {'model': 'openai/gpt-5-mini', 'temperature': 0.2, 'maxTokens': 300},
}


def bundle(source=INDEX, **agentc):
    manifest = {
        'name': '@company/seller',
        'version': '1.0.0',
        'type': 'module',
        'main': 'index.js',
        'buzzi': {'agentType': 'sales', 'minBaseVersion': '2.0.0', **agentc},
        'dependencies': {'@buzzi/base-agent': '^2.0.0'},
    }
    return {'package.json': json.dumps(manifest), 'index.js': source}
