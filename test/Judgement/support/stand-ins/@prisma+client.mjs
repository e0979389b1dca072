export class PrismaClient {
  $queryRawUnsafe = async (statement) => (recorded.sql.push(statement), []);
  $executeRawUnsafe = this.$queryRawUnsafe;
  $queryRaw = async (strings) => (recorded.sql.push([...strings].join('?')), []);
}
