'use strict';
const inner = require('./inner.cjs');
exports.words = ['one', 'two'];
exports.mode = 'legacy';
exports.run = require('child_process').exec;
exports.inner = inner;
Object.defineProperty(exports, 'defined', { enumerable: true, get: function () { return inner.depth + 1; } });
Object.assign(exports, { assigned: 'by assign' });
