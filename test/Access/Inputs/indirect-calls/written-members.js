//--- written: direct
function C() {}
Object.defineProperty(C.prototype, "value", { get: function () { return fetch; } });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: box
function C() {}
const box = { value: Object }; box.value.defineProperty(C.prototype, "value", { get: function () { return fetch; } });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: boxassign
function C() {}
const box = { value: Object }; box.value.assign(C.prototype, { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: reflect
class C {}
const [o] = [Reflect]; o.defineProperty(C.prototype, "value", { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: idfn
class C {}
((v) => v)(Object).assign(C.prototype, { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: override
class C { value() { return 1; } }
const [o] = [Object]; o.assign(C.prototype, { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: static
class C {}
const [o] = [Object]; o.assign(C, { value: fetch });
module.exports = () => C.value("https://h.example.com/x");
//--- written: staticover
class C { static value() {} }
const [o] = [Object]; o.assign(C, { value: fetch });
module.exports = () => C.value("https://h.example.com/x");
//--- written: instance
class C {}
const c = new C();
const [o] = [Object]; o.assign(c, { value: fetch });
module.exports = () => c.value("https://h.example.com/x");
//--- written: instover
class C { value() {} }
const c = new C();
const [o] = [Object]; o.assign(c, { value: fetch });
module.exports = () => c.value("https://h.example.com/x");
//--- written: plain
const c = {};
const [o] = [Object]; o.assign(c, { value: fetch });
module.exports = () => c.value("https://h.example.com/x");
//--- written: array
const c = [];
const [o] = [Object]; o.assign(c, { value: fetch });
module.exports = () => c.value("https://h.example.com/x");
//--- written: function
function c() {}
const [o] = [Object]; o.assign(c, { value: fetch });
module.exports = () => c.value("https://h.example.com/x");
//--- written: protokey
class C {}
C.prototype[process.argv[2]] = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: alias
class C {}
const p = C.prototype; p.value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: fn
class C {}
function put(p) { p.value = fetch; }
put(C.prototype);
module.exports = () => new C().value("https://h.example.com/x");
//--- written: forin
class C {}
const all = { value: fetch };
for (const k in all) C.prototype[k] = all[k];
module.exports = () => new C().value("https://h.example.com/x");
//--- written: apply
class C {}
Object.assign.apply(null, [C.prototype, { value: fetch }]);
module.exports = () => new C().value("https://h.example.com/x");
//--- written: call
class C {}
Object.assign.call(null, C.prototype, { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: getproto
class C {}
Object.getPrototypeOf(new C()).value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: proto
class C {}
new C().__proto__.value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: ctor
class C {}
new C().constructor.prototype.value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: setproto
class C {}
Object.setPrototypeOf(C.prototype, { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: arr
class C {}
const box = [C.prototype]; box[0].value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: objholder
class C {}
const box = { p: C.prototype }; box.p.value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: spreadargs
class C {}
const args = [C.prototype, { value: fetch }];
Object.assign(...args);
module.exports = () => new C().value("https://h.example.com/x");
//--- inherited getter
const f = () => fetch('https://h.example.com/x');
const settings = Object.create({ get key() { return f(); } });
module.exports = () => settings.key;
