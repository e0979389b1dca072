// Solves a task with the agents of this bundle, which a server of `agentc serve` has as `coder`:
//   AGENTC_KEY=… node solve.mjs --server http://127.0.0.1:8484 --task 'Write …' [--resume ID] [--yes]
// Each step is a run of its own, whose conversation says which step of which task it is. So the server's journal is the
// checkpoint: whoever begins again with --resume gets the answers that are there, and goes on behind them.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
  options: { server: { type: 'string', default: 'http://127.0.0.1:8484' }, task: { type: 'string' }, resume: { type: 'string' },
    agent: { type: 'string', default: 'coder' }, yes: { type: 'boolean', default: false } },
});
const warnAt = 12, stopAt = 15;
const id = flags.resume ?? randomBytes(6).toString('hex');
const workspace = `workspace_${id}`;
if (!flags.task?.trim()) {
  console.error('a task is missing: --task DESCRIPTION');
  process.exit(2);
}

async function ask(method, path, body) {
  const answer = await fetch(flags.server + path, {
    method, headers: { authorization: `Bearer ${process.env.AGENTC_KEY}` }, body: body && JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${told.error ?? answer.status}`);
  return told;
}

const log = (level, iteration, agent, message, metadata = {}) =>
  console.error(JSON.stringify({ timestamp: new Date().toISOString(), level, task_id: id, iteration, agent, message, metadata }));

// Text of a model must not move the cursor or hide what is asked.
const plain = (text) => text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '?');

async function decide(question) {
  const prompt = `${plain(question.message)}\n  ${plain(JSON.stringify(question.input)).slice(0, 2000)}\nApprove? [Y/n] `;
  if (flags.yes || !process.stdin.isTTY) {
    console.error(prompt + (flags.yes ? 'y' : 'n: nobody is at the terminal'));
    return flags.yes ? 'approve' : 'deny';
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(prompt);
  terminal.close();
  return /^(y|yes|)$/i.test(answer.trim()) ? 'approve' : 'deny';
}

/** A step's answer: of the run that there is already, else of a new one. */
async function step(iteration, agentName, message) {
  const conversationId = `${id}.${iteration}.${agentName}`;
  const { runs } = await ask('GET', `/api/runs?conversationId=${conversationId}`);
  let run = runs.find((one) => one.status === 'running' || one.status === 'completed');
  if (run) log('info', iteration, agentName, `resumed ${run.id}`);
  run ??= await ask('POST', '/api/runs', { agent: flags.agent, conversationId, input: { agentName, message, chatHistory: [] } });
  while (run.status === 'running') {
    for (const question of run.approvals ?? []) {
      const decision = await decide(question);
      log('warning', iteration, agentName, `${decision}: ${question.tool}`);
      await ask('POST', `/api/runs/${run.id}/approve`, { approval: question.approval, decision });
    }
    await wait(50);
    run = await ask('GET', `/api/runs/${run.id}`);
  }
  if (run.status !== 'completed' && run.end === undefined) run = await ask('GET', `/api/runs/${run.id}`);
  if (run.status !== 'completed') throw new Error(`${agentName}: ${run.end?.message ?? run.status}`);
  const { end } = run.end ? run : await ask('GET', `/api/runs/${run.id}`);
  log('info', iteration, agentName, 'completed', { tokens_used: end.usage.inputTokens + end.usage.outputTokens, tools: end.toolsUsed });
  return end.content;
}

const call = async (toolName, parameters) => (await ask('POST', '/api/tool', { agent: flags.agent, toolName, parameters })).result;

async function solve() {
  const plan = await step(0, 'planner', `Task: ${flags.task}`);
  let reflection = '', before = '';
  for (let iteration = 1; iteration <= stopAt; iteration++) {
    if (iteration === warnAt) log('warning', iteration, 'orchestrator', `${stopAt - iteration} iterations are left`);
    await step(iteration, 'coder', `Task: ${flags.task}\nWorkspace: ${workspace}\nPlan:\n${plan}\n${reflection && `What to mend:\n${reflection}`}`);
    await step(iteration, 'tester', `Task: ${flags.task}\nWorkspace: ${workspace}`);
    // A model's word for it is no result.
    const results = await call('run_tests', { directory: workspace });
    log(results.failed ? 'error' : 'info', iteration, 'orchestrator', `${results.passed} passed, ${results.failed} failed`, results);
    const error = results.errors[0]?.error ?? '';
    if (before && error !== before) await call('store_failure', { error_message: before, solution: reflection, code_context: workspace });
    if (results.passed > 0 && results.failed === 0) {
      const files = await call('list_files', { directory: workspace });
      const texts = async (isTest) => (await Promise.all(files.filter((name) => name.endsWith('.js') && name.endsWith('.test.js') === isTest)
        .map((path) => call('read_file', { path })))).join('\n');
      await call('store_pattern', { problem_type: flags.task, code_template: await texts(false), test_template: await texts(true) });
      return { status: 'SUCCESS', iterations: iteration, workspace, files, coverage: results.coverage };
    }
    before = error;
    reflection = await step(iteration, 'reflector', `Workspace: ${workspace}\nTests that failed:\n${JSON.stringify(results.errors)}`);
  }
  return { status: 'FAILED', iterations: stopAt, workspace };
}

console.error(`task ${id}`);
try {
  const result = await solve();
  console.log(JSON.stringify({ task_id: id, ...result }));
  process.exitCode = result.status === 'SUCCESS' ? 0 : 1;
} catch (error) {
  console.error(`${error.message}\ngo on with --resume ${id}`);
  process.exitCode = 2;
}
