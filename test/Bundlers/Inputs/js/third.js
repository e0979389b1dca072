export default class Third {
  static id = 3;
}
