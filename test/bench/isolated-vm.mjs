// isolated-vm.mjs once|COUNT: one call in a fresh isolate; or how long isolated-vm takes for a fresh isolate with a
// context and one call in it, in ms, median of COUNT.
import ivm from 'isolated-vm';

function call(b) {
  const isolate = new ivm.Isolate({ memoryLimit: 128 });
  const context = isolate.createContextSync();
  context.evalSync('tool = (input) => input.a + input.b');
  const tool = context.global.getSync('tool', { reference: true });
  const result = tool.applySync(undefined, [{ a: 1, b }], { arguments: { copy: true }, result: { copy: true } });
  isolate.dispose();
  if (result !== 1 + b) throw new Error(String(result));
  return result;
}

if (process.argv[2] === 'once') {
  console.log(call(2));
} else {
  const warmUp = 10, times = [];
  for (let i = 0; i < Number(process.argv[2]) + warmUp; ++i) {
    const begin = process.hrtime.bigint();
    call(i);
    times.push(Number(process.hrtime.bigint() - begin) / 1e6);
  }
  console.log(times.slice(warmUp).sort((a, b) => a - b)[Math.floor((times.length - warmUp) / 2)]);
}
