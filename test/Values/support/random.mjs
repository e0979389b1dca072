/** A generator of random numbers that a seed decides (mulberry32), and what one picks with it. */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  below(limit) {
    return Math.floor(this.next() * limit);
  }
  pick(list) {
    return list[this.below(list.length)];
  }
  chance(probability) {
    return this.next() < probability;
  }
  /** As many results of `make` as `least` to `most`. */
  some(least, most, make) {
    return Array.from({ length: least + this.below(most - least + 1) }, () => make());
  }
}
