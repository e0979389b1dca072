// lodash-es, as one piece: its 640 modules one by one take longer to evaluate than all of them joined.
import lodash, * as named from '../../node_modules/lodash-es/lodash.js';

export function moduleNamed(name) {
  if (name === 'lodash-es') return lodash;
  const file = name.slice('lodash-es/'.length).replace(/\.js$/, '');
  if (file === 'lodash') return lodash;
  return /^[a-z0-9]+$/i.test(file) && Object.hasOwn(named, file) && file !== 'default' ? named[file] : undefined;
}
export const exercise = () => lodash([1, 2]).map((each) => each + 1).value();
