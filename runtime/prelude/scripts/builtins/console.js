// Node's `console` as a module: the global one, and a class for those that write to streams.
const { format } = require('agentc:node').moduleNamed('util');

class Console {
  #indentation = '';
  constructor(out, err) {
    const { stdout = out, stderr = stdout } = typeof out?.write === 'function' ? { stdout: out, stderr: err } : out ?? {};
    if (typeof stdout?.write !== 'function')
      throw Object.assign(new TypeError('Console expects a writable stream instance'), { code: 'ERR_CONSOLE_WRITABLE_STREAM' });
    const write = (stream, values) => {
      stream.write(`${this.#indentation}${format(...values).replaceAll('\n', `\n${this.#indentation}`)}\n`);
    };
    for (const name of ['log', 'info', 'debug', 'dir', 'dirxml', 'table']) this[name] = (...values) => write(stdout, values);
    for (const name of ['warn', 'error', 'trace']) this[name] = (...values) => write(stderr, values);
    this.assert = (condition, ...values) => { if (!condition) this.warn('Assertion failed', ...values); };
    this.group = (...label) => { if (label.length > 0) this.log(...label); this.#indentation += '  '; };
    this.groupEnd = () => { this.#indentation = this.#indentation.slice(2); };
  }
}

export const module = Object.assign(Object.create(globalThis.console), { ...globalThis.console, Console });
