// How tools of the SDK's second version ask their client for input, and read what it answered.
import { jsonSchemaOf } from './schemas.js';

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const inputRequired = Object.assign(({ inputRequests, requestState }) => {
  if (typeof requestState !== 'string' && Object.keys(inputRequests ?? {}).length === 0)
    throw new TypeError('inputRequired() takes `inputRequests`, `requestState` or both');
  return { resultType: 'input_required', inputRequests, requestState };
}, {
  elicit: ({ requestedSchema, ...params }) => {
    const schema = requestedSchema?.['~standard'] ? jsonSchemaOf(requestedSchema, false) : requestedSchema;
    return { method: 'elicitation/create', params: { ...params, mode: 'form', requestedSchema: schema } };
  },
  elicitUrl: (params) => ({ method: 'elicitation/create', params: { ...params, mode: 'url' } }),
  createMessage: (params) => ({ method: 'sampling/createMessage', params }),
  listRoots: () => ({ method: 'roots/list' }),
});

// Says by `kind` what a response is, if there is one.
export function inputResponse(responses, key) {
  const found = isObject(responses) && Object.hasOwn(responses, key) ? responses[key] : undefined;
  if (!isObject(found)) return { kind: 'missing' };
  const { action, content, roots, role } = found;
  if (['accept', 'decline', 'cancel'].includes(action))
    return isObject(content) ? { kind: 'elicit', action, content } : { kind: 'elicit', action };
  if (Array.isArray(roots)) return { kind: 'roots', roots };
  return typeof role === 'string' && content !== undefined ? { kind: 'sampling', result: found } : { kind: 'missing' };
}

// The content of a form that a person sent, as a schema gives it.
export function acceptedContent(responses, key, schema) {
  const { action, content } = inputResponse(responses, key);
  if (action !== 'accept' || content === undefined || schema === undefined) return action === 'accept' ? content : undefined;
  const { issues, value } = schema['~standard'].validate(content);
  return issues === undefined ? value : undefined;
}
