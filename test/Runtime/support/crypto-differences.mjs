// Where the sandbox's answer is another than Node's, and why.
export const listed = {
  'JWK of an unknown kind': 'Node 24 names a fourth kind, of ML-DSA keys, which OpenSSL 3.0 has not',
  'subtle HMAC not extractable': 'the standard calls the error InvalidAccessError; Node 24 misspells it',
};
