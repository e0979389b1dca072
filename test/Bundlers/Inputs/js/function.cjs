function counter(start) { return start + 1; }
counter.step = 5;
module.exports = counter;
