// RUN: %validate --dump=values %s | FileCheck %s
// Modules by `import`, `import()`, `require` and their aliases; `node:` is never part of a path.
import {createRequire} from 'node:module'
import fs, {readFileSync as read} from 'node:fs'
import * as all from 'fs'

read('x'), fs.readFileSync('x'), all.default.readFileSync('x')
// CHECK: call @[[@LINE-1]]:1 module:fs.readFileSync
// CHECK: call @[[@LINE-2]]:12 module:fs.readFileSync
// CHECK: call @[[@LINE-3]]:34 module:fs.readFileSync
const require = createRequire(import.meta.url)
require('child_' + 'process').exec('x')
// CHECK: call @[[@LINE-1]]:1 module:child_process.exec
const {exec} = await import(`node:child_process`); exec('x')
// CHECK: call @[[@LINE-1]]:52 module:child_process.exec
;(await import('fs')).default.readFileSync('x')
// CHECK: call @[[@LINE-1]]:2 module:fs.readFileSync
import('fs').then(m => m.readFileSync('x'))
// CHECK: call @[[@LINE-1]]:24 module:fs.readFileSync
import('fs').then(({readFileSync}) => readFileSync('x'))
// CHECK: call @[[@LINE-1]]:39 module:fs.readFileSync
const later = await import('fs').then(m => m.default); later.readFileSync('x')
// CHECK: call @[[@LINE-1]]:56 module:fs.readFileSync
;(c ? import('fs') : import('os')).then(m => m.run('x'))
// CHECK: call @[[@LINE-1]]:46 (module:fs.run, module:os.run)
queue.then(m => m.run('x'))
// CHECK: call @[[@LINE-1]]:17 unknown
