// Node's `perf_hooks`: the clock. Nothing is observed, and no histogram fills.
class PerformanceObserver {
  static supportedEntryTypes = ['mark', 'measure'];
  observe() {}
  disconnect() {}
  takeRecords() { return []; }
}
const histogram = () => ({ count: 0, min: 0, max: 0, mean: 0, stddev: 0, exceeds: 0, percentiles: new Map(), percentile: () => 0,
  enable: () => true, disable: () => true, reset() {}, record() {}, recordDelta() {} });

export const module = { performance, Performance, PerformanceObserver, constants: {}, createHistogram: histogram,
  monitorEventLoopDelay: histogram, eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }),
  timerify: (callback) => callback };
