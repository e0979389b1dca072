// RUN: %validate --dump=values %s | FileCheck %s

class A {
  field = eval
  static shared = eval
  #own = eval
  get got() { return eval }
  static get made() { return eval }
  constructor() { this.given = eval }
  method() {
    this.field('x'), this.given('x'), this.#own('x'), this.got('x'), this.constructor.shared('x')
// CHECK: call @[[@LINE-1]]:5 global:eval
// CHECK: call @[[@LINE-2]]:22 global:eval
// CHECK: call @[[@LINE-3]]:39 global:eval
// CHECK: call @[[@LINE-4]]:55 global:eval
// CHECK: call @[[@LINE-5]]:70 global:eval
    const inner = () => this.field('x')
// CHECK: call @[[@LINE-1]]:25 global:eval
    function plain() { this.field('x') }
// CHECK: call @[[@LINE-1]]:24 unknown
  }
  static run() { this.shared('x'), this.made('x') }
// CHECK: call @[[@LINE-1]]:18 global:eval
// CHECK: call @[[@LINE-2]]:36 global:eval
  static { this.shared('x') }
// CHECK: call @[[@LINE-1]]:12 global:eval
}
class B extends A {
  method() { super.method(); super.got('x'); this.given('x'); B.shared('x') }
// CHECK: call @[[@LINE-1]]:14 function
// CHECK: call @[[@LINE-2]]:30 global:eval
// CHECK: call @[[@LINE-3]]:46 global:eval
// CHECK: call @[[@LINE-4]]:63 global:eval
}
new B().field('x'), A.shared('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
// CHECK: call @[[@LINE-2]]:21 global:eval
class C extends (unknown ? A : Map) {}
new C().got('x')
// CHECK: call @[[@LINE-1]]:1 (global:eval, global:Map.prototype.got)
class D extends Map { go() { this.get('x'); super.set('x') } }
// CHECK: call @[[@LINE-1]]:30 global:Map.prototype.get
// CHECK: call @[[@LINE-2]]:45 global:Map.prototype.set
class Self extends Self { x = this.y } new Self().x()
// CHECK: call @[[@LINE-1]]:40 unknown
new A().none()
// CHECK: call @[[@LINE-1]]:1 undefined
