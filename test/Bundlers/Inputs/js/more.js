import { level } from './constants.js';
export const everything = { level, more: ['x', level + 1] };
export const ofMore = fetch;
