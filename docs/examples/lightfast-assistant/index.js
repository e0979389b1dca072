const round = (number) => Math.round(number * 1000) / 1000;

function quantile(sorted, part) {
  const place = (sorted.length - 1) * part;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

function processData({ values }) {
  if (!Array.isArray(values) || values.length === 0 || !values.every(Number.isFinite)) {
    throw new TypeError('values must be a list of numbers');
  }
  const sorted = [...values].sort((a, b) => a - b);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sorted.length;
  const lower = quantile(sorted, 0.25);
  const upper = quantile(sorted, 0.75);
  const reach = 1.5 * (upper - lower);
  return {
    count: sorted.length,
    min: sorted[0],
    max: sorted[sorted.length - 1],
    mean: round(mean),
    median: round(quantile(sorted, 0.5)),
    deviation: round(Math.sqrt(variance)),
    outliers: sorted.filter((value) => value < lower - reach || value > upper + reach),
  };
}

const myTool = (params) => {
  return processData(params)
}

module.exports = createLightfast({
  agents: {
    myAgent: createAgent({
      name: 'assistant',
      system: 'You are helpful',
      model: gateway('gpt-4'),
      tools: { myTool }
    })
  }
})
