// What the frameworks' functions import as `zod`: the one that bundles get.
export const { z } = require('agentc:zod').moduleNamed('zod');
