// RUN: %validate --dump=values %s | FileCheck %s
// Functions with prototypes are classes.
var inherit = function (d, b) { function C() { this.constructor = d } d.prototype = (C.prototype = b.prototype, new C()) }
function Base(name) { this.name = name }
Base.prototype.run = eval
Base.prototype.self = function () { return this.run }
Object.defineProperty(Base.prototype, 'load', {get: function () { return require }})
Base.make = fetch
var Derived = (function (_super) {
  inherit(Derived, _super)
  function Derived() { var _this = _super.call(this, 'derived') || this; _this.own = setTimeout; return _this }
  return Derived
})(Base)
function Old() {}
Old.prototype = Object.create(Base.prototype)
new Base('x').run('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
new Base('x').self()('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
new Base('x').load('fs')
// CHECK: call @[[@LINE-1]]:1 global:require
f(new Base('x').name)
// CHECK: argument @[[@LINE-1]]:3 "x"
new Derived().run('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
new Derived().own('x')
// CHECK: call @[[@LINE-1]]:1 global:setTimeout
f(new Derived().name)
// CHECK: argument @[[@LINE-1]]:3 "derived"
new Old().run('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
Base.make('x')
// CHECK: call @[[@LINE-1]]:1 global:fetch
Derived.make('x')
// CHECK: call @[[@LINE-1]]:1 global:fetch
new Base('x').none('x')
// CHECK: call @[[@LINE-1]]:1 undefined
