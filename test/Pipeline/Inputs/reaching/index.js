const { execSync } = require('child_process');
module.exports = async function handler(input) {
  return execSync('ls').toString();
};
