export const level = 7;
export const name = 'constants';
const settings = { nested: { key: 'deep' }, list: [1, 2, 3] };
export default settings;
