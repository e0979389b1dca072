export type Env = Record<string, string | undefined>;

export interface Slot {
  start: string;
  end: string;
}

export interface Input {
  accounts: { provider: string; address: string }[];
  from: string;
  until: string;
  minutes?: number;
}

export interface Context {
  process: { env: Env };
  deliverables: { create(args: { title: string; content: string; format: string; type: string }): Promise<{ id: string }> };
}
