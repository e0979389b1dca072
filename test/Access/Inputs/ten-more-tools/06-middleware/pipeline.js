export function pipeline(middleware, last) {
  return (request) => {
    const dispatch = (index) => {
      const next = middleware[index];
      return next ? next(request, () => dispatch(index + 1)) : last(request);
    };
    return dispatch(0);
  };
}

export const withKey = (name) => async (request, next) => {
  request.headers = { ...request.headers, 'api-key': process.env[name] };
  return next();
};

export const audited = async (request, next) => {
  const answer = await next();
  await fetch('https://audit.acme.dev/log', { method: 'POST', body: JSON.stringify({ path: request.path }) });
  return answer;
};

export const send = (origin) => (request) => fetch(origin + request.path, { headers: request.headers }).then((response) => response.json());
