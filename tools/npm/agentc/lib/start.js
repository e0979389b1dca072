import { spawn } from 'node:child_process';
import { programPath } from './program.js';

/**
 * Becomes a program, with this process's arguments and streams.
 * @param {'agentc' | 'agentc-mcp' | 'agentc-tool-run'} name
 * @param {string} calledAs the name by which it is called
 */
export function start(name, calledAs = name) {
  let program;
  try {
    program = programPath(name);
  } catch (error) {
    console.error(`agentc: error: ${error.message}`);
    process.exitCode = 2;
    return;
  }
  const own = process.argv.slice(2);
  // Node 22.15 and newer can: no process of Node's stays in between. A worker or another system cannot.
  if (process.execve) {
    const { emitWarning } = process;
    process.emitWarning = () => {};
    try {
      process.execve(program, [calledAs, ...own], process.env);
    } catch {
      process.emitWarning = emitWarning;
    }
  }
  const child = spawn(program, own, { stdio: 'inherit', argv0: calledAs });
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`agentc: error: ${program} cannot be started: ${error.message}`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    if (!signal) return process.exit(code);
    for (const each of signals) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}
