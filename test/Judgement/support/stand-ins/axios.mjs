const create = (defaults = {}) => {
  const interceptors = [];
  const request = async (config) => {
    const { baseURL = '', url } = interceptors.reduce((at, change) => change(at), { ...defaults, ...config });
    return fetch(/^([a-z]+:)?\/\//i.test(url) ? new URL(url, 'https://x') : baseURL + url);
  };
  return Object.assign((config) => request(config), {
    request,
    get: (url, config) => request({ ...config, url }),
    post: (url, data, config) => request({ ...config, url, data }),
    interceptors: { request: { use: (change) => interceptors.push(change) } },
    create,
    defaults,
  });
};
export default create();
