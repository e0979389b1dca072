const base = 'https://api.example.com';
class Order {
  #lines = [];
  static empty = new Order();
  add(...lines) {
    this.#lines.push(...lines);
    return this;
  }
  *[Symbol.iterator]() {
    yield* this.#lines;
  }
}
export async function describe(id, { process } = {}) {
  const response = await fetch(`${base}/orders/${id}?limit=${1_000}`, {
    headers: { Authorization: 'Bearer ' + globalThis.process.env.ORDERS_TOKEN },
  });
  const order = new Order().add(...(await response.json()).lines);
  let text = '';
  for (const { name, count = 1, ...rest } of order) text += `${count} × ${name} ${Object.keys(rest)?.length ?? 0}\n`;
  return text;
}
