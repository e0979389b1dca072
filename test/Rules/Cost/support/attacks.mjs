// attacks.mjs REPORT SOURCE: runs what each unsafe-regex finding of a JSON report shows against its expression in this
// V8, and prints for each line whether its time grows as the finding says.
import { readFileSync } from 'node:fs';

const [report, source] = process.argv.slice(2);
const text = readFileSync(source);

/// Milliseconds of this process alone, however busy the machine is; V8 compiles an expression when it is used again.
function timeOf(expression, attack) {
  let best = Infinity;
  for (let i = 0; i < 3 && best > 0; ++i) {
    const start = process.cpuUsage().user;
    attack.replace(expression, '');
    best = Math.min(best, (process.cpuUsage().user - start) / 1000);
    if (best > 30) break;
  }
  return best;
}

/// How much longer four times the text takes, or for exponential time two more pumps, where it takes some milliseconds.
function growth(make, expression, exponential) {
  let count = exponential ? 4 : 50;
  while (count < (exponential ? 100 : 400000) && timeOf(expression, make(count)) < 3)
    count = exponential ? count + 1 : count * 2;
  const before = timeOf(expression, make(count));
  return timeOf(expression, make(exponential ? count + 2 : count * 4)) / before;
}

const { diagnostics } = JSON.parse(readFileSync(report)).bundles[0];
for (const finding of diagnostics.filter(({ rule }) => rule === 'unsafe-regex')) {
  const { start, end } = finding.range;
  const expression = (0, eval)(text.subarray(start.offset, end.offset).toString());
  const recipe = finding.notes[0].message.match(/^such as `([^]*)`$/)[1];
  const make = (0, eval)(`(n) => ${recipe.replace(/repeat\(\d+\)/, 'repeat(n)')}`);
  const exponential = finding.message.includes('exponential');
  // Four times the length of what grows with the square takes sixteen times as long, of what does not four times; a
  // neighbour on the same processor disturbs single measurements.
  const least = exponential ? 2 : 8;
  let ratio = 0;
  for (let i = 0; i < 5 && ratio < least; ++i) ratio = Math.max(ratio, growth(make, expression, exponential));
  const grows = ratio >= least;
  console.log(`${start.line}: ${finding.severity}: ${grows ? 'grows' : `does not grow (${ratio.toFixed(2)})`}`);
}
