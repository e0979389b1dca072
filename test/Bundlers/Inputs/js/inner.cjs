module.exports = { depth: 2, up: () => require('./legacy.cjs') };
