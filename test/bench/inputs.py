"""The bundles that benchmarks read."""
import json
import shutil

HANDLER = '''
/** Prices for the goods of shelf {n}, in cents, with the discount that the amount earns. */
function priceOfShelf{n}(goods, amount) {{
  const prices = {{ apple: {n}, pear: {n} + 2, plum: {n} * 3, 'dried fig': 40 }};
  const price = prices[goods] ?? 0;
  if (amount > 100) return Math.round(price * amount * 0.9);
  const words = [`shelf {n}`, goods.toUpperCase(), String(amount)].filter(Boolean);
  return {{ label: words.join(' / '), total: price * amount, currency: 'EUR' }};
}}
'''
MANIFEST = {'name': '@bench/prices', 'version': '1.0.0', 'main': 'index.js'}


def write_bundle(folder, files, manifest=None):
    folder.mkdir(parents=True)
    (folder / 'package.json').write_text(json.dumps(MANIFEST | (manifest or {})) + '\n')
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def copy_sources(folder, package):
    """A package's sources as they are published, without what it depends on."""
    shutil.copytree(
        package, folder, ignore=shutil.ignore_patterns('node_modules', '*.map', '*.d.ts', '*.d.mts', '*.d.cts')
    )
    return folder


def generated(size):
    """So many bytes of functions."""
    parts, bytes, n = [], 0, 0
    while bytes < size:
        parts.append(HANDLER.format(n=n))
        bytes += len(parts[-1])
        n += 1
    return ''.join(parts)


def handler(folder, size):
    """A bundle whose entry has so many bytes."""
    shelf = 'priceOfShelf0(input.goods, input.amount)' if size else 'input.a + input.b'
    return write_bundle(folder, {'index.js': generated(size) + f'module.exports = async (input, ctx) => {shelf};\n'})


def extension(folder):
    """A browser extension that addons-linter accepts, and a bundle."""
    write_bundle(
        folder,
        {'index.js': generated(20 * 1024) + 'module.exports = async (input) => priceOfShelf0(input.goods, 1);\n'},
    )
    manifest = {
        'manifest_version': 3,
        'name': 'Prices',
        'version': '1.0.0',
        'description': 'Prices of goods',
        'background': {'scripts': ['index.js']},
        'browser_specific_settings': {
            'gecko': {
                'id': 'prices@example.com',
                'strict_min_version': '142.0',
                'data_collection_permissions': {'required': ['none']},
            }
        },
    }
    (folder / 'manifest.json').write_text(json.dumps(manifest) + '\n')
    return folder


def mcp_server(folder):
    """An MCP server as mcpb packs it, and a bundle."""
    tools = [
        f'''server.registerTool('price_{n}', {{ description: 'the price of goods on shelf {n}',
  inputSchema: {{ goods: z.string() }} }},
  async ({{ goods }}) => ({{ content: [{{ type: 'text', text: String(priceOfShelf{n}(goods, 1).total) }}] }}));
'''
        for n in range(10)
    ]
    source = (
        "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nimport { z } from 'zod';\n"
        "const server = new McpServer({ name: 'prices', version: '1.0.0' });\n"
        + generated(20 * 1024)
        + ''.join(tools)
        + 'export { server };\n'
    )
    write_bundle(
        folder,
        {'server/index.js': source},
        {
            'name': 'prices',
            'type': 'module',
            'main': 'server/index.js',
            'dependencies': {'@modelcontextprotocol/sdk': '^1.0.0', 'zod': '^4.0.0'},
        },
    )
    manifest = {
        'manifest_version': '0.3',
        'name': 'prices',
        'version': '1.0.0',
        'description': 'Prices of goods',
        'author': {'name': 'Bench'},
        'server': {
            'type': 'node',
            'entry_point': 'server/index.js',
            'mcp_config': {'command': 'node', 'args': ['${__dirname}/server/index.js']},
        },
        'tools': [{'name': f'price_{n}', 'description': f'the price of goods on shelf {n}'} for n in range(10)],
    }
    (folder / 'manifest.json').write_text(json.dumps(manifest) + '\n')
    return folder
