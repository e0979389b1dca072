// Prints how long isolated-vm takes for a fresh isolate with a context and one call in it, in ms, median of ARGUMENT runs.
import ivm from 'isolated-vm';

const source = 'tool = (input) => input.a + input.b';
const times = [];
for (let i = 0; i < Number(process.argv[2]) + 10; ++i) {
  const begin = process.hrtime.bigint();
  const isolate = new ivm.Isolate({ memoryLimit: 128 });
  const context = isolate.createContextSync();
  context.evalSync(source);
  const tool = context.global.getSync('tool', { reference: true });
  const result = tool.applySync(undefined, [{ a: 1, b: i }], { arguments: { copy: true }, result: { copy: true } });
  times.push(Number(process.hrtime.bigint() - begin) / 1e6);
  if (result !== 1 + i) throw new Error(String(result));
  isolate.dispose();
}
console.log(times.slice(10).sort((a, b) => a - b)[Math.floor((times.length - 10) / 2)]);
