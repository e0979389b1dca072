"""handed_on.py: prints a bundle whose callback is handed on in more ways than can be gone one by one."""
LAYERS, FUNCTIONS, MENTIONS = 5, 6, 20
print("const { execFile } = require('child_process');")
for layer in reversed(range(LAYERS)):
    is_last = layer == LAYERS - 1
    body = 'return typeof take;' if is_last else f't{layer + 1}[globalThis.at](take); ' * MENTIONS
    print(f'const t{layer} = [', ', '.join([f'(take) => {{ {body} }}'] * FUNCTIONS), '];')
print('module.exports = async function handler(input) { t0[globalThis.at]((text) => execFile(text)); return 1; };')
