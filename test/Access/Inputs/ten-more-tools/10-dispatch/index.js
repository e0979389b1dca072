import { createHash } from 'node:crypto';

const API = 'https://crm.acme.dev/api';

const call = async (env, method, path, body) => {
  const response = await fetch(`${API}${path}`, { method, body, headers: { authorization: `Bearer ${env.CRM_TOKEN}` } });
  return response.json();
};

const actions = new Map([
  ['find', (env, { name }) => call(env, 'GET', `/people?name=${name}`)],
  ['add', (env, person) => call(env, 'POST', '/people', JSON.stringify(person))],
  ['avatar', async (env, { email }) => {
    const hash = createHash('sha256').update(email).digest('hex');
    return (await fetch(`https://www.gravatar.com/avatar/${hash}?d=${env.AVATAR_DEFAULT}`)).url;
  }],
]);

// Not offered since people complained.
export const remove = (env, { id }) => fetch(`https://admin.acme.dev/people/${id}?key=${env.ADMIN_KEY}`, { method: 'DELETE' });

export default async function handler(input, ctx) {
  const action = actions.get(input.action);
  if (!action) return { error: `no action is called ${input.action}`, known: [...actions.keys()] };
  return action(ctx.process.env, input.arguments ?? {});
}
