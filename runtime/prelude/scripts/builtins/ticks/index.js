// What `readable-stream` asks of `process`.
export const nextTick = (callback, ...args) => queueMicrotask(() => callback(...args));
export const env = {}, stdout = undefined, stderr = undefined;
