// For npm packages that name `process` without asking for it.
import * as process from './index.js';
export { process };
