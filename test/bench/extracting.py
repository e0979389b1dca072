"""Rows of the benchmark page on extraction: a bundle of 300 tools over 200 files beside tree-sitter's bare parse of the
same files."""
import os
import pathlib
import sys

import reading
from measuring import median, spawn

TOOLS, FILES = 300, 200
SUBJECTS = [
    'order',
    'invoice',
    'customer',
    'shipment',
    'ticket',
    'refund',
    'product',
    'warehouse',
    'contract',
    'payment',
]
VERBS = ['find', 'list', 'create', 'update', 'cancel', 'export', 'summarize', 'assign', 'archive', 'compare']

HEAD = '''import {{ tool }} from 'ai'
import {{ z }} from 'zod'
import {{ request, baseUrl }} from '../lib/client'
import {{ pageSchema, describeTool }} from '../lib/schemas'
import type {{ Page, Result }} from '../lib/types'

/** What the service answers about {subject}s. */
interface {Subject}Row {{
  id: string
  title: string
  amount: number
  state: 'open' | 'done' | 'failed'
  updatedAt?: string
}}

const {subject}Path = `${{baseUrl}}/v2/{subject}s`
const states = ['open', 'done', 'failed'] as const

function toRow(raw: Record<string, unknown>): {Subject}Row {{
  const amount = Number(raw.amount ?? 0)
  return {{
    id: String(raw.id),
    title: typeof raw.title === 'string' ? raw.title.trim() : `{subject} ${{raw.id}}`,
    amount: Number.isFinite(amount) ? Math.round(amount * 100) / 100 : 0,
    state: states.find((state) => state === raw.state) ?? 'open',
  }}
}}

async function fetchRows(path: string, page: Page): Promise<Result<{Subject}Row>> {{
  const answer = await request(`${{path}}?offset=${{page.offset}}&limit=${{page.limit}}`, {{ method: 'GET' }})
  if (!answer.ok) {{
    throw new Error(`the service answered ${{answer.status}} for {subject}s`)
  }}
  const rows = (await answer.json()) as Record<string, unknown>[]
  return {{ rows: rows.map(toRow), more: rows.length === page.limit }}
}}

export const {subject}Filter{n} = z.object({{
  state: z.enum(states).optional().describe('only {subject}s in this state'),
  minimum: z.number().min(0).max(100000).optional().describe('only those of at least this amount'),
  tags: z.array(z.string().min(1)).max(10).default([]).describe('all of these tags'),
}})
'''

TOOL = '''
export const {name} = tool({{
  description: {description},
  inputSchema: {subject}Filter{n}.extend({{
    query: z.string().min(2).max(200).describe('words that the {subject} must hold'),
    since: z.string().datetime().optional().describe('changed since then'),
    page: pageSchema,
    order: z.union([z.literal('newest'), z.literal('oldest')]).default('newest'),
  }}),
  execute: async ({{ query, state, minimum, since, page, order }}) => {{
    const result = await fetchRows(`${{{subject}Path}}/search/${{encodeURIComponent(query)}}`, page)
    const chosen = result.rows
      .filter((row) => (state ? row.state === state : true))
      .filter((row) => minimum === undefined || row.amount >= minimum)
      .filter((row) => !since || (row.updatedAt ?? '') >= since)
    chosen.sort((a, b) => (order === 'newest' ? b.id.localeCompare(a.id) : a.id.localeCompare(b.id)))
    const total = chosen.reduce((sum, row) => sum + row.amount, 0)
    return {{ rows: chosen.slice(0, page.limit), total, more: result.more }}
  }},
}})
'''

LIBRARY = {
    'lib/client.ts': '''export const baseUrl = 'https://api.example.com'

export async function request(url: string, init: { method: string; body?: string }) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${process.env.SHOP_TOKEN}` };
  return fetch(url, { ...init, headers })
}
''',
    'lib/schemas.ts': '''import { z } from 'zod'

export const pageSchema = z.object({
  offset: z.number().int().min(0).default(0).describe('how many to skip'),
  limit: z.number().int().min(1).max(100).default(20).describe('how many to give'),
})

export function describeTool(verb: string, subject: string): string {
  return [`${verb} ${subject}s of the shop.`, 'Answers one page and whether there are more.'].join(' ')
}
''',
    'lib/types.ts': '''export interface Page { offset: number; limit: number }
export interface Result<Row> { rows: Row[]; more: boolean }
''',
}


def write(folder):
    """Writes the bundle: FILES files below tools/ with TOOLS tools, a library, and an agent for each subject."""
    names, made = {subject: [] for subject in SUBJECTS}, 0
    for n in range(FILES):
        subject = SUBJECTS[n % len(SUBJECTS)]
        text = HEAD.format(subject=subject, Subject=subject.capitalize(), n=n)
        for _ in range(2 if n < TOOLS - FILES else 1):
            verb = VERBS[made // len(SUBJECTS) % len(VERBS)]
            name = f'{verb}{subject.capitalize()}{made}'
            plain = f"'{verb.capitalize()} {subject}s, one page at a time.'"
            text += TOOL.format(
                name=name,
                subject=subject,
                n=n,
                description=plain if made % 2 else f"describeTool('{verb}', '{subject}')",
            )
            names[subject].append((name, f'./tools/{subject}{n}'))
            made += 1
        put(folder, f'tools/{subject}{n}.ts', text)
    assert made == TOOLS
    for path, text in LIBRARY.items():
        put(folder, path, text)
    imports, agents = ["import { ToolLoopAgent } from 'ai'", "import { openai } from '@ai-sdk/openai'"], []
    for subject, tools in names.items():
        imports += [f"import {{ {name} }} from '{path}'" for name, path in tools]
        listed = ', '.join(name for name, _ in tools)
        agents.append(
            f"export const {subject}Agent = new ToolLoopAgent({{\n  model: openai('gpt-5'),\n  instructions: 'You look"
            f" after {subject}s.',\n  tools: {{ {listed} }},\n}})\n"
        )
    put(folder, 'index.ts', '\n'.join(imports) + '\n\n' + '\n'.join(agents))
    put(folder, 'package.json', '{"name": "shop", "version": "1.0.0", "type": "module", "main": "index.ts"}\n')
    return folder


def put(folder, path, text):
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


STAGES = ('parse', 'resolve', 'evaluate', 'extract', 'infer', 'write')


def page(bench):
    folder = write(bench.scratch / 'extracting')
    one = {min(os.sched_getaffinity(0))}
    bare, extract, command = [], [], []
    for _ in range(bench.effort.least):
        bare.append(reading.run(bench.reading, 'bare', str(folder), one))
        extract.append(reading.run(bench.reading, 'extract', str(folder), one))
        command.append(spawn([bench.agentc, 'extract-config', folder]))
    base = reading.used(bare, 'parse')
    whole = reading.used(extract, *STAGES)
    parts = ', '.join(f'{stage} {reading.used(extract, stage) / base:.2f}' for stage in STAGES)
    return [
        '',
        '## Extracting configurations',
        '',
        (
            f'A generated bundle of {TOOLS} tools over {FILES} files ({bare[0]["bytes"] / 1000:.0f} KB in'
            f' {bare[0]["files"]} sources) with schemas of zod, half of the'
        ),
        'descriptions folded from another file. On one processor, beside tree-sitter\'s bare parse of the same files:',
        '',
        (
            f'- bare parse {base:.0f} ms; extraction from the open bundle to the JSON text {whole:.0f} ms:'
            f' **{whole / base:.2f} times** ({parts});'
        ),
        (
            '- `agentc extract-config` as a command, on all processors, with opening the folder:'
            f' {median(command):.0f} ms.'
        ),
    ]


if __name__ == '__main__':
    # extracting.py FOLDER: writes the bundle, for a profiler.
    write(pathlib.Path(sys.argv[1]))
