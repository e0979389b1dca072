export abstract class Root {
  protected abstract readonly label: string;
  kind() {
    return 'kind of ' + this.label;
  }
}
export class Service extends Root {
  protected readonly label = 'service';
  constructor(public name: string, private readonly retries: number = 1) {
    super();
  }
  describe(): string {
    return `${this.name} x${this.retries}`;
  }
}
