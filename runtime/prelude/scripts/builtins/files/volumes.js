// Where files are: in memory, and in the folders of the host that a person granted.
import { memory } from './memory.js';

export const volumeOf = (path) => memory;
