/** Collects lines, and hands them on in groups. */
export class Batcher {
  #lines = [];

  constructor(size, flush) {
    this.size = size;
    this.onFlush = flush;
    this.batches = 0;
  }

  async add(line) {
    this.#lines.push(line);
    if (this.#lines.length >= this.size) await this.flush();
  }

  async flush() {
    if (this.#lines.length === 0) return;
    const lines = this.#lines.splice(0);
    await this.onFlush(lines);
    this.batches += 1;
  }
}

export async function ship(lines, flush, size = 200) {
  const batcher = new Batcher(size, flush);
  for (const line of lines) await batcher.add(line);
  await batcher.flush();
  return batcher.batches;
}
