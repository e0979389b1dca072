import { asyncDecorator, progressEventDecorator, progressEventReducer } from 'axios/unsafe/helpers/progressEventReducer.js';

// What tells a listener of `total` bytes how many are there; undefined without a listener.
export default function progress(listener, total, isDownload) {
  if (!listener) return undefined;
  const [notify, flush] = progressEventDecorator(total, progressEventReducer(asyncDecorator(listener), isDownload, 3));
  let loaded = 0;
  return {
    add(bytes) { notify(loaded += bytes); },
    all(bytes) { notify(bytes); flush(); },
    end: flush,
  };
}
