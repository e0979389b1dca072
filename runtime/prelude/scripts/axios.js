// axios itself, in the form that has no modules of Node's own; the adapter that it calls `http` is ours, as on Node.
import axios from 'axios';
import adapters from 'axios/unsafe/adapters/adapters.js';
import { adapter } from './axios/adapter.js';

adapters.adapters.http = adapter;
Object.defineProperty(adapter, 'adapterName', { value: 'http' });

export const moduleNamed = (name) => (name === 'axios' ? axios : undefined);

// Runs what most bundles will run, so that the build can keep it compiled.
export function exercise() {
  const client = axios.create({ baseURL: 'data:,', timeout: 1000, headers: { Authorization: 'Bearer x' } });
  client.interceptors.request.use((config) => config);
  client.getUri({ url: '/a', params: { b: [1, 'c d'] } });
  return client.get('').then(({ data }) => data, (error) => axios.isAxiosError(error));
}
