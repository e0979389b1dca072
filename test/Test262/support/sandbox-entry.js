// The handler around a test in the sandbox.
const start = require('./start.js');
const dynamic = (path) => import(path);
module.exports = ({ waits, isModule, harness, path }) => start({ waits, isModule, harness }, {
  load: (name) => require(`./harness/${name}`),
  open: () => (isModule ? dynamic(path) : require(path)),
  transfer: (buffer) => structuredClone(buffer, { transfer: [buffer] }),
});
