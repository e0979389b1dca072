export const drizzle = () => ({ execute: async (statement) => (recorded.sql.push(statement.text), []) });
