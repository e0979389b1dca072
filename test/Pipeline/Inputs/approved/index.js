module.exports = async function handler(input) {
  await fetch('http://a.example.com/');
  // agentc-disable-next-line insecure-url -- this one says so itself
  await fetch('http://b.example.com/');
};
