export interface Policy {
  times: number;
  wait: (attempt: number) => number;
  retryable?: (error: unknown) => boolean;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export async function retry<T>(task: (attempt: number) => Promise<T>, { times, wait, retryable = () => true }: Policy): Promise<T> {
  let last: unknown;
  for (let attempt = 1; attempt <= times; attempt += 1) {
    try {
      return await task(attempt);
    } catch (error) {
      if (!retryable(error)) throw error;
      last = error;
      await sleep(wait(attempt));
    }
  }
  throw last;
}

export class Breaker<A extends unknown[], T> {
  private failures = 0;

  constructor(private readonly task: (...args: A) => Promise<T>, private readonly limit: number) {}

  async call(...args: A): Promise<T> {
    if (this.failures >= this.limit) throw new Error('the service is not asked any more');
    try {
      const result = await this.task(...args);
      this.failures = 0;
      return result;
    } catch (error) {
      this.failures += 1;
      throw error;
    }
  }
}
