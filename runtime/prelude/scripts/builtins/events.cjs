// The one that bundles see.
module.exports = require('agentc:node').moduleNamed('events');
