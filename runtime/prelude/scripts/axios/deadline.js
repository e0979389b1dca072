// Ends a request: by its timeout, its signal or its cancel token, whichever comes first.
import { AxiosError, CanceledError } from 'axios';

export class Deadline {
  #controller = new AbortController();
  #timer;
  #end;
  #cancel;
  constructor(config, request) {
    Object.assign(this, { config, request, reason: undefined });
    this.#cancel = (reason) => this.#stop(!reason || reason.type ? new CanceledError(null, config, request) : reason);
  }
  get signal() { return this.#controller.signal; }

  // Calls `reject` once at most.
  whenEnded(reject) {
    const { config } = this;
    this.#end = reject;
    config.cancelToken?.subscribe(this.#cancel);
    if (config.signal?.aborted) this.#cancel();
    else config.signal?.addEventListener('abort', this.#cancel);
    if (!config.timeout) return;
    const timeout = parseInt(config.timeout, 10);
    if (Number.isNaN(timeout))
      this.#stop(new AxiosError('error trying to parse `config.timeout` to int', AxiosError.ERR_BAD_OPTION_VALUE, config,
        this.request));
    else this.touch();
  }
  // Starts the time anew: as on Node, it is the longest that nothing may come.
  touch() {
    clearTimeout(this.#timer);
    const timeout = parseInt(this.config.timeout, 10);
    if (this.reason || !(timeout > 0)) return;
    this.#timer = setTimeout(() => {
      const { config } = this;
      this.#stop(new AxiosError(config.timeoutErrorMessage || `timeout of ${config.timeout}ms exceeded`,
        config.transitional?.clarifyTimeoutError ? AxiosError.ETIMEDOUT : AxiosError.ECONNABORTED, config, this.request));
    }, timeout);
  }
  end() {
    clearTimeout(this.#timer);
    this.config.cancelToken?.unsubscribe(this.#cancel);
    this.config.signal?.removeEventListener?.('abort', this.#cancel);
  }
  #stop(reason) {
    if (this.reason) return;
    this.reason = reason;
    this.end();
    this.#end(reason);
    this.#controller.abort(reason);
  }
}
