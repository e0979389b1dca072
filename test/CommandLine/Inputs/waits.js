module.exports = async function handler(input) {
  await new Promise((resolve) => setTimeout(resolve, 2500));
  console.log('almost');
  return 'done';
};
