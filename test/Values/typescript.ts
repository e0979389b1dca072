// RUN: %validate --dump=values %s | FileCheck %s
// Enums, namespaces and parameter properties are the objects and members that they become.
enum Level { Low, Mid = 5, High, Text = 'text', Both = Mid | Low, 'odd name' = 7 }
namespace Outer.Inner { export const run = eval; const hidden = 1; export namespace Deep { export function go() { return fetch } } }
namespace Outer { export enum Color { Red = 'red' } }
class Service { constructor(public name: string, private readonly call = eval) {} go() { return this.call } }
f(Level.High, Level.Text, Level[5], Level.Both, Level['odd name'])
// CHECK: argument @[[@LINE-1]]:3 6
// CHECK: argument @[[@LINE-2]]:15 "text"
// CHECK: argument @[[@LINE-3]]:27 "Both"
// CHECK: argument @[[@LINE-4]]:37 5
// CHECK: argument @[[@LINE-5]]:49 7
Outer.Inner.run('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
Outer.Inner.Deep.go()('x')
// CHECK: call @[[@LINE-1]]:1 global:fetch
f(Outer.Color.Red, Outer.Inner.hidden)
// CHECK: argument @[[@LINE-1]]:3 "red"
// CHECK: argument @[[@LINE-2]]:20 undefined
f(new Service('api').name)
// CHECK: argument @[[@LINE-1]]:3 "api"
new Service('api').go()('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
