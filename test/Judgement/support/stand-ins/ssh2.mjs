import { execSync } from 'node:child_process';
export class Client {
  on(event, listener) {
    if (event === 'ready') setImmediate(listener);
    return this;
  }
  connect() {}
  exec(command, done) {
    try {
      execSync(command, { stdio: 'ignore' });
    } catch {}
    done(null, {});
  }
}
