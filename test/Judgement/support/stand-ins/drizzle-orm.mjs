export const sql = Object.assign((strings) => ({ text: strings.join('?') }), { raw: (text) => ({ text }) });
