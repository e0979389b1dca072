import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const oldestGlibc = [2, 36];

/** Why this system cannot run the programs; an empty text where it can. */
function unfitness() {
  const here = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    return `agentc runs on Linux, on x64 and arm64; this is ${here}. A container of Debian 12 or newer can run it`;
  process.report.excludeNetwork = true;
  const glibc = process.report.getReport().header.glibcVersionRuntime;
  const needed = `agentc needs glibc ${oldestGlibc.join('.')} or newer, as Debian 12 and Ubuntu 24.04 have it`;
  if (!glibc) return `${needed}; this system's C library is not glibc (Alpine's is musl)`;
  const [major, minor] = glibc.split('.').map(Number);
  if (major < oldestGlibc[0] || (major === oldestGlibc[0] && minor < oldestGlibc[1]))
    return `${needed}; this system has glibc ${glibc}`;
  return '';
}

/**
 * The path of one of the programs, which are in a package for this processor.
 * @param {'agentc' | 'agentc-mcp' | 'agentc-tool-run'} [name]
 * @returns {string}
 */
export function programPath(name = 'agentc') {
  const why = unfitness();
  if (why) throw new Error(why);
  const owner = `@agentc/linux-${process.arch}`;
  const require = createRequire(import.meta.url);
  let folder;
  try {
    folder = dirname(require.resolve(`${owner}/package.json`));
  } catch {
    throw new Error(
      `the package ${owner} is not installed, which has the programs; it is an optional dependency of agentc: ` +
        'install without --omit=optional, and with a lock file that was made for this platform, too',
    );
  }
  const program = join(folder, 'bin', name);
  if (!existsSync(program)) throw new Error(`the package ${owner} has no ${name}; install agentc again`);
  return program;
}
