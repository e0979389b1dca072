export class Base {
  static kind = 'base';
  static make() {
    return 'made ' + this.kind;
  }
  hello() {
    return 'hello from ' + this.who();
  }
  who() {
    return 'base';
  }
}
export class Derived extends Base {
  size = 4;
  #hidden = 'kept';
  get title() {
    return `derived of ${this.size}`;
  }
  hello() {
    return super.hello() + '!';
  }
  who() {
    return 'derived';
  }
  secret() {
    return this.#hidden;
  }
}
export class Grand extends Derived {
  constructor(tag = 'none') {
    super();
    this.tag = tag;
  }
}
