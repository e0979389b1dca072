export type Handler<I, O> = (input: I) => Promise<O>;

export class Registry {
  private readonly handlers: Record<string, Handler<any, any>> = {};

  register<I, O>(name: string, handler: Handler<I, O>): this {
    this.handlers[name] = handler;
    return this;
  }

  async run<O>(name: string, input: unknown): Promise<O> {
    const handler = this.handlers[name];
    if (!handler) throw new Error(`nothing is called ${name}`);
    return handler(input);
  }
}
