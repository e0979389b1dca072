const REGISTER = new URL('https://api.gleif.org/api/v1/lei-records');

export default {
  name: 'company_profile',
  description: 'What the public register says about a company',
  parameters: {
    type: 'object',
    properties: { company: { type: 'string', description: 'Legal name' } },
    required: ['company'],
  },
  execute: async ({ company }) => {
    const url = new URL(REGISTER);
    url.searchParams.set('filter[entity.legalName]', company);
    url.searchParams.set('page[size]', '1');
    const response = await fetch(url, { headers: { accept: 'application/vnd.api+json' } });
    if (!response.ok) return { success: false, error: `the register answered ${response.status}` };
    const { data } = await response.json();
    if (data.length === 0) return { success: true, data: null };
    const { entity } = data[0].attributes;
    return { success: true, data: { name: entity.legalName.name, country: entity.legalAddress.country, status: entity.status } };
  },
};
