// tool-client.mjs PORT KEY: the client of the requirements for tools (tool-only execution, phase 4), word for word but
// for where the server is and who asks.
const [, , port, key] = process.argv;
const webFetch = globalThis.fetch;
const fetch = (path, init) =>
  webFetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${key}` },
  });

const toolCodes = {
  add: 'const add = ({ a, b }) => ({ sum: a + b });',
  later:
    'async function later({ ms }) { await new Promise((done) => setTimeout(done, ms)); console.log("done"); return ' +
    '"late"; }',
  fails: 'function fails() { throw new RangeError("no such order"); }',
  hash: 'const { createHash } = require("node:crypto");\nconst hash = ({ text }) => ' +
    'createHash("sha256").update(text).digest("hex");',
  evil: 'const evil = ({ code }) => eval(code);',
  reads: 'const fs = require("node:fs");\nconst reads = () => fs.readFileSync("/etc/passwd", "utf8");',
  forever: 'function forever() { for (;;); }',
};
const extractToolCode = (bundleCode, toolName) => toolCodes[toolName];

function createProxiedTools(toolDefinitions, bundleCode) {
  const proxiedTools = {}

  for (const [toolName, toolDef] of Object.entries(toolDefinitions)) {
    proxiedTools[toolName] = {
      ...toolDef,
      execute: async (parameters) => {
        // Extract just this tool's code from bundle
        const toolCode = extractToolCode(bundleCode, toolName)

        // Call secure execution endpoint
        const response = await fetch('/api/tool', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            toolName,
            toolCode,
            parameters,
            bundleCode // For context if needed
          })
        })

        const result = await response.json()
        if (!response.ok) throw new Error(result.error)
        return result.result
      }
    }
  }

  return proxiedTools
}

const tools = createProxiedTools(
  Object.fromEntries(Object.keys(toolCodes).map((name) => [name, { description: name }])),
  '',
);
const inputs = {
  add: { a: 1, b: 2 },
  later: { ms: 20 },
  fails: {},
  hash: { text: 'a' },
  evil: { code: '1' },
  reads: {},
  forever: {},
};
for (const [name, tool] of Object.entries(tools)) {
  try {
    console.log(`${name}:`, JSON.stringify(await tool.execute(inputs[name])));
  } catch (error) {
    console.log(`${name}: throws ${error.message}`);
  }
}
