// The typed client on the agent that `agentc init` made.
import { AgentcError, extract, run, validate } from 'agentc';

const { bundles: [bundle] } = await validate('my-agent', { loadTest: true });
const { tools: [tool] } = await extract('my-agent');
const { outcome, result } = await run('my-agent', { input: { text: 'one two' } });
const usage = await validate('nowhere').catch((error) => error);
if (!bundle.valid || outcome !== 'ok' || !(usage instanceof AgentcError)) throw new Error('the client does not work');
console.log(`client: ${bundle.path} is valid, ${tool.name.value} gives ${JSON.stringify(result)}`);
