const record = async (statement) => {
  recorded.sql.push(statement.sql ?? statement);
  return [[]];
};
export const createConnection = async () => ({ query: record, execute: record });
export const createPool = () => ({ query: record, execute: record });
export default { createConnection, createPool };
