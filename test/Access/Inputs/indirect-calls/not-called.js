//--- none: another name
const kept = { send: () => fetch('https://h.example.com/x') };
exports.kept = kept;
module.exports = (i) => i.held.other(i.text);
//--- none: a method of texts
const index = { search: () => fetch('https://h.example.com/x'), trim: () => fetch('https://h.example.com/x') };
exports.index = index;
module.exports = (i) => i.text.trim().search(/x/);
//--- none: a member that is told
const send = { send: () => fetch('https://h.example.com/x') };
const held = { send: (text) => text };
exports.send = send;
module.exports = (i) => held.send(i.text);
//--- none: an object's own prototype
function Client() {}
Client.prototype = { receive: () => fetch('https://h.example.com/x'), send: () => 1 };
module.exports = () => new Client().send();
//--- none: compared
const held = { valueOf: () => fetch('https://h.example.com/x') };
module.exports = (i) => held === i || held == null || typeof held;
