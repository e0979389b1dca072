const query = async (statement) => {
  recorded.sql.push(statement.text ?? statement);
  return { rows: [] };
};
export class Pool {
  query = query;
  connect = async () => ({ query, release() {} });
}
export class Client extends Pool {}
export default { Pool, Client };
