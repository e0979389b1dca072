export const withLog = (Base) => class extends Base {
  log(text) {
    console.log(text);
  }
};
