export { Gentle as Polite } from './gentle.js';
