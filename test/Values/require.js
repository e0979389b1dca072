// RUN: %validate --dump=values %s | FileCheck %s
// `require` in CommonJS and in a handler's context.

const load = require; load('fs').readFileSync('x')
// CHECK: call @[[@LINE-1]]:23 module:fs.readFileSync
module.require('fs').readFileSync('x')
// CHECK: call @[[@LINE-1]]:1 module:fs.readFileSync
process.mainModule.require('fs').readFileSync('x')
// CHECK: call @[[@LINE-1]]:1 module:fs.readFileSync
require(name).run('x')
// CHECK: call @[[@LINE-1]]:1 unknown: it is a member of something unknown
require(c ? 'fs' : 'os').run('x')
// CHECK: call @[[@LINE-1]]:1 (module:fs.run, module:os.run)
module.exports = async function handler(input, ctx) {
  ctx.require('fs').readFileSync('x')
// CHECK: call @[[@LINE-1]]:3 module:fs.readFileSync
  const {require: own, userId} = ctx; own('fs').readFileSync(userId)
// CHECK: call @[[@LINE-1]]:39 module:fs.readFileSync
  ctx.assets.saveBuffer('x')
// CHECK: call @[[@LINE-1]]:3 handler:ctx.assets.saveBuffer
  input.require('fs')
// CHECK: call @[[@LINE-1]]:3 unknown
}
function other(input, ctx) { ctx.require('fs') }
// CHECK: call @[[@LINE-1]]:30 unknown
