const { Client } = require('pg');
module.exports = async function handler(input) {
  return new Client().query(`select * from orders where name = '${input.name}'`);
};
