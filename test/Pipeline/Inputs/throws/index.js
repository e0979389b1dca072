const limits = undefined;
const limit = limits.perCall;
module.exports = async function handler(input) { return limit + input.n; };
