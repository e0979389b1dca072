export default class Database {
  prepare(statement) {
    recorded.sql.push(statement);
    return { all: () => [], get: () => null, run: () => ({}) };
  }
  exec(statement) {
    recorded.sql.push(statement);
  }
}
