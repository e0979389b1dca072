module.exports = async function handler(input) { return eval(input.text); };
