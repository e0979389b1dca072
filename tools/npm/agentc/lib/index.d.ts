import type { Access, Config, Diagnostics, Diff, Inspect, Packaged, Run } from './schemas.js';

export type { Access, Config, Diagnostics, Diff, Inspect, Package, Packaged, Run, TestReport } from './schemas.js';
/** The types of every schema. */
export type * as schemas from './schemas.js';

/** How the program is started. */
export interface ProcessOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  signal?: AbortSignal;
  /** Bytes of output at most; the default is 256 MB. */
  maxBuffer?: number;
}

export interface ReadOptions extends ProcessOptions {
  /** A registry's bundle gets nothing from its own settings, ignore files and suppressions. */
  trust?: 'author' | 'registry';
  /** The project's settings, instead of its agentc.json. */
  settings?: string;
  /** A manifest, instead of the bundle's package.json. */
  manifest?: string;
}

export interface CheckOptions extends ReadOptions {
  failOn?: 'error' | 'warning' | 'note';
  waivers?: string;
  baseline?: string;
}

/** A folder, an archive or a source file by its path; or source text, as `name`. */
export type Bundle = string | { source: string; name?: string };

/** Wrong usage, a bundle that is not there, or a system that failed. */
export class AgentcError extends Error {
  readonly exitCode: number;
}

export function programPath(name?: 'agentc' | 'agentc-mcp' | 'agentc-tool-run'): string;

/** What `agentc validate` finds. `loadTest: false` leaves the sandbox out. */
export function validate(bundle: Bundle, options?: CheckOptions & { loadTest?: boolean }): Promise<Diagnostics>;

/** Agents, tools, and what each can reach. */
export function extract(bundle: Bundle, options?: ReadOptions & { includeTests?: boolean }): Promise<Config>;

/** What `agentc lint` finds in source trees. */
export function lint(
  paths: string | string[],
  options?: CheckOptions & { since?: string; rule?: string | string[]; cache?: boolean },
): Promise<Diagnostics>;

/** A package's record, its signer and its components. */
export function inspect(bundle: string, options?: ReadOptions & { key?: string | string[] }): Promise<Inspect>;

/** What changed between two versions. */
export function diff(before: string, after: string, options?: ReadOptions): Promise<Diff>;

/** Reads a package again and compares it with what is sealed in it. */
export function verify(file: string, options?: ReadOptions & { key?: string | string[] }): Promise<Diagnostics>;

/** Seals a bundle into a package; throws where it is refused. */
export function pack(
  bundle: string,
  options?: CheckOptions & { output?: string; sign?: string; force?: boolean; loadTest?: boolean },
): Promise<Packaged>;

/** The page for reviewers, as HTML. */
export function report(
  bundle: string,
  options?: CheckOptions & { output?: string; key?: string | string[]; against?: string; loadTest?: boolean },
): Promise<string>;

/** One call of a tool or handler in the sandbox. */
export function run(
  bundle: Bundle,
  options?: ReadOptions & {
    tool?: string;
    input?: unknown;
    /** A file of JSON with config, agent, conversationId and the like. */
    context?: string;
    platform?: string;
    grant?: 'inferred' | 'manifest';
    allowHost?: string | string[];
    allowEnv?: string | string[];
    allowModule?: string | string[];
    allowRead?: string | string[];
    allowWrite?: string | string[];
    data?: string;
    timeout?: string | number;
    cpu?: string | number;
    maxMemory?: string | number;
    jitless?: boolean;
    requireSandbox?: 'full';
  },
): Promise<Run>;
