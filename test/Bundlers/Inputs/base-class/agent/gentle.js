import * as sdk from '@buzzi/base-agent';

class Gentle extends sdk.BaseAgent {
  greet() {
    return 'hello';
  }
}
export { Gentle };
