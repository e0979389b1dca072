interface Config {
  readonly owner: string;
  readonly token: string | undefined;
}

export const config: Config = {
  owner: process.env.GITHUB_OWNER ?? 'acme',
  get token() {
    return process.env.GITHUB_TOKEN;
  },
};
