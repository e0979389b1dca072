export default () => {
  const raw = (statement) => (recorded.sql.push(statement), Promise.resolve([]));
  return Object.assign(() => ({ whereRaw: raw, orderByRaw: raw, where: async () => [] }), { raw });
};
