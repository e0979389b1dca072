export * as deep from './constants.js';
export { factor as renamed } from './tools.js';
export * from './more.js';
export { default as Third } from './third.js';
