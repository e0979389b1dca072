// In the manner of what the packages' own READMEs, docs and declaration files show: ai, @mastra/core,
// @openai/agents, @langchain/core, @modelcontextprotocol/sdk, @anthropic-ai/claude-agent-sdk, @google/adk.
import {z} from 'zod';

enum Priority { Low = 'low', Normal = 'normal', High = 'high' }
const unit = z.enum(['celsius', 'fahrenheit']).describe('Unit of the temperature');
export const weather = z.object({
  location: z.string().describe('The city and state, e.g. San Francisco, CA'),
  unit: unit.default('celsius'),
  days: z.number().int().min(1).max(14).optional().describe('How many days ahead'),
});
export const weatherResult = z.object({
  temperature: z.number(), conditions: z.string(), humidity: z.number().min(0).max(100),
  forecast: z.array(z.object({day: z.iso.date(), high: z.number(), low: z.number(), unit})).optional(),
}).describe('What the service says');
export const calculator = z.object({
  operation: z.enum(['add', 'subtract', 'multiply', 'divide']).describe('The type of operation to execute.'),
  number1: z.number().describe('The first number to operate on.'),
  number2: z.number().describe('The second number to operate on.'),
});
export const search = z.object({
  query: z.string().min(1).max(500).describe('What to look for'),
  filters: z.object({
    site: z.string().optional(), after: z.iso.datetime().optional(),
    kind: z.union([z.literal('news'), z.literal('images'), z.literal('web')]).default('web'),
    tags: z.array(z.string().trim()).max(10).default([]),
  }).partial().strict().optional(),
  page: z.coerce.number().int().positive().default(1),
});
const address = z.object({
  street: z.string(), city: z.string(), zip: z.string().regex(/^\d{5}(-\d{4})?$/), country: z.string().length(2).default('US'),
});
export const customer = z.object({
  id: z.uuid(), email: z.email().describe('Where mail goes'), phone: z.string().nullable(),
  billing: address, shipping: address.extend({instructions: z.string().max(200).optional()}).nullish(),
  preferences: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export const customerUpdate = customer.omit({id: true}).partial().extend({id: z.uuid()});
export const order = z.object({
  customer: customer.pick({id: true, email: true}),
  items: z.array(z.object({sku: z.string().startsWith('SKU-'), quantity: z.int().min(1), price: z.number().nonnegative().multipleOf(0.01)})).min(1),
  coupon: z.string().toUpperCase().optional(),
  priority: z.enum(Priority).default(Priority.Normal),
  notes: z.array(z.string()).optional().describe('Free text'),
});
export const action = z.discriminatedUnion('type', [
  z.object({type: z.literal('click'), selector: z.string(), button: z.enum(['left', 'right']).optional()}),
  z.object({type: z.literal('type'), selector: z.string(), text: z.string()}),
  z.object({type: z.literal('wait'), ms: z.number().int().min(0).max(60_000)}),
  z.object({type: z.literal('scroll'), direction: z.enum(['up', 'down']), amount: z.number().optional()}),
]);
export const plan = z.object({
  goal: z.string(), steps: z.array(z.object({action, reason: z.string().describe('Why'), retries: z.number().int().default(0)})),
});
export const fileEdit = z.object({
  path: z.string().describe('The file'), edits: z.array(z.object({
    oldText: z.string(), newText: z.string(), all: z.boolean().default(false).describe('Replace all of them'),
  })).nonempty(), dryRun: z.boolean().default(false),
});
const Category = z.object({name: z.string(), get children() { return z.array(Category).optional(); }});
export const categories = z.object({roots: z.array(Category), locale: z.string().default('en')});
export const event = z.object({
  title: z.string().min(1), start: z.iso.datetime({offset: true}), end: z.iso.datetime({offset: true}).optional(),
  attendees: z.array(z.union([z.email(), z.object({name: z.string(), email: z.email().optional()})])).default([]),
  recurrence: z.object({every: z.int().positive(), unit: z.enum(['day', 'week', 'month'])}).nullable().default(null),
});
export const sql = z.object({
  query: z.string().refine((q) => q.trim().toLowerCase().startsWith('select'), 'only select'),
  params: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
});
export const extraction = z.object({
  entities: z.array(z.object({
    name: z.string(), type: z.enum(['person', 'place', 'organization']), confidence: z.number().min(0).max(1),
    mentions: z.array(z.tuple([z.int(), z.int()])).describe('Where it begins and ends'),
  })), language: z.string().length(2), summary: z.string().nullable().describe('In one sentence'),
});
export const chart = z.object({
  kind: z.enum(['bar', 'line', 'pie']), series: z.record(z.string(), z.array(z.number())),
  options: z.looseObject({title: z.string().optional(), legend: z.boolean().optional()}).optional(),
  colors: z.array(z.string().regex(/^#[0-9a-f]{6}$/i)).optional(),
});
export const ticket = z.object({
  title: z.string().min(5).max(120), body: z.string(), labels: z.array(z.string()).max(5).optional(),
  assignee: z.string().nullish(), priority: z.enum(Priority), due: z.string().date().optional(),
  links: z.array(z.object({url: z.url(), title: z.string().optional()})).default([]),
}).meta({title: 'Ticket', description: 'A ticket to make'});
export const ticketFilter = ticket.pick({priority: true, assignee: true, labels: true}).partial();
export const payment = z.object({
  amount: z.number().positive(), currency: z.string().length(3).toUpperCase(),
  method: z.union([z.object({card: z.string().regex(/^\d{16}$/)}), z.object({iban: z.string().min(15).max(34)})]),
  metadata: z.record(z.string(), z.string()).optional(),
});
export const memory = z.object({
  key: z.string().regex(/^[\w.-]+$/), value: z.json(), ttl: z.number().int().positive().optional().describe('seconds'),
});
export const graph = z.object({
  nodes: z.array(z.object({id: z.string(), data: z.unknown()})),
  edges: z.array(z.object({from: z.string(), to: z.string(), weight: z.number().default(1)})),
});
export const translate = z.object({
  text: z.string(), from: z.string().optional().describe('Source language'), to: z.string().describe('Target language'),
  formality: z.enum(['formal', 'informal']).nullable().optional(), glossary: z.map(z.string(), z.string()).optional(),
});
export const upload = z.object({name: z.string(), data: z.base64(), type: z.templateLiteral([z.string(), '/', z.string()])});
export const coordinates = z.object({lat: z.number().gte(-90).lte(90), lng: z.number().gte(-180).lte(180)}).readonly();
export const route = z.object({stops: z.array(coordinates).min(2), avoid: z.array(z.enum(['tolls', 'ferries'])).optional(), mode: z.enum(['car', 'walk']).catch('car')});
