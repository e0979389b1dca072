const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface RetryOptions {
  attempts?: number;
  delay?: number;
}

export async function withRetry<T>(task: () => Promise<T>, { attempts = 3, delay = 500 }: RetryOptions = {}): Promise<T> {
  let last: unknown;
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      return await task();
    } catch (error) {
      last = error;
      await pause(delay * 2 ** attempt);
    }
  }
  throw last;
}
