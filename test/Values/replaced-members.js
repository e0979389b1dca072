// RUN: %validate --dump=values %s | FileCheck %s
// A member that has just been replaced is written through: what was there before keeps what it has.

{
  const kept = { use: eval }
  const copy = { ...{ inner: kept } }
  copy.inner = { ...copy.inner }
  copy.inner.use = parseInt
  kept.use('x')
  // CHECK: call @[[@LINE-1]]:3 global:eval{{$}}
  copy.inner.use('x')
  // CHECK: call @[[@LINE-1]]:3 {{.*}}global:parseInt
}
{
  const kept = { use: eval }
  const copy = { inner: kept }
  copy.inner.use = parseInt
  kept.use('x')
  // CHECK: call @[[@LINE-1]]:3 (global:eval, global:parseInt)
}
{
  const kept = { use: eval }
  const copy = { inner: kept }
  copy.inner = { ...copy.inner }
  unknown()
  copy.inner.use = parseInt
  kept.use('x')
  // CHECK: call @[[@LINE-1]]:3 (global:eval, global:parseInt)
}
{
  const kept = { use: eval }
  const copy = { get inner() { return kept }, set inner(given) {} }
  copy.inner = { ...copy.inner }
  copy.inner.use = parseInt
  kept.use('x')
  // CHECK: call @[[@LINE-1]]:3 (global:eval, global:parseInt)
}
{
  const kept = { use: eval }
  const copy = { inner: kept }
  Object.defineProperty(copy, 'inner', { get: () => kept, set() {} })
  copy.inner = { ...copy.inner }
  copy.inner.use = parseInt
  kept.use('x')
  // CHECK: call @[[@LINE-1]]:3 (global:eval, global:parseInt)
}
{
  const kept = { use: eval }
  const copy = { inner: kept }
  copy.inner = { other: kept }
  copy.inner.other.use = parseInt
  kept.use('x')
  // CHECK: call @[[@LINE-1]]:3 (global:eval, global:parseInt)
}
