// npm packages that ask for `stream` get the one that there is.
module.exports = require('readable-stream/lib/stream.js');
