"""Writes a bundle whose schemas are made to stall a reader or to be read wrongly: one tool for each."""
print("import {z} from 'zod'\nimport {createTool} from 'lightfast'")
count = 0


def declare(text):
    print(text)


def use(name, schema):
    print(f"createTool({{name: '{name}', execute() {{}}, parameters: {schema}}})")


use('keys', 'z.object({' + ','.join(f'k{i}: z.string()' for i in range(100000)) + '})')
use('plain', '{' + ','.join(f"k{i}: {{type: 'string'}}" for i in range(100000)) + '}')
use('lists', 'z.array(' * 300 + 'z.string()' + ')' * 300)
use('objects', 'z.object({a:' * 300 + 'z.string()' + '})' * 300)
use('checks', 'z.string()' + '.min(1)' * 450)
use('wrappers', 'z.string()' + '.optional()' * 450)
declare('const endless = z.lazy(() => endless), one = z.lazy(() => other), other = z.lazy(() => one.optional())')
use('endless', 'endless')
use('mutual', 'other')
declare('const shaped = z.object({...shaped.shape, b: shaped.shape.b})')
use('shaped', 'shaped')
declare('const grown = z.object({get x() { return grown.extend({y: grown.partial()}) }})')
use('grown', 'grown')
declare('const d0 = z.object({a: z.string()})')
for i in range(1, 40):
    declare(f'const d{i} = z.object({{x: d{i - 1}, y: d{i - 1}}})')
use('doubled', 'd39')
declare('const s0 = z.object({a: z.string()})')
for i in range(1, 40):
    declare(f'const s{i} = z.object({{...s{i - 1}.shape, ...s{i - 1}.shape, ...process.env.x}})')
use('spread', 's39')
declare('const e0 = z.object({' + ','.join(f'k{i}: z.string()' for i in range(2000)) + '})')
for i in range(1, 390):
    declare(f'const e{i} = e{i - 1}.extend({{n{i}: z.number()}})')
use('extended', 'e389')
declare('const i0 = z.string()')
for i in range(1, 3000):
    declare(f"const i{i} = i{i - 1}.describe('d{i}').meta({{id: 'I{i}'}}).optional()")
use('ids', 'i2999')
wide = '{' + ','.join(f'k{i}: z.any()' for i in range(8000)) + '}'
use('joined', f'z.object({wide}).and(z.object({wide}))')
use('values', 'z.enum([' + ','.join(f"'v{i}'" for i in range(9000)) + '])')
use('prototype', "z.object({constructor: z.string(), ['__proto__']: z.null(), toString: z.number()})")
