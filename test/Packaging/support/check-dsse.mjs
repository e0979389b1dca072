// check-dsse.mjs ENVELOPE PUBLIC.pem: verifies a DSSE envelope by sigstore's verifier, which knows nothing of agentc,
// and prints the types of payload and predicate and the names of the subjects.
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../package.json', import.meta.url));
const { bundleFromJSON } = require('@sigstore/bundle');
const { Verifier, toSignedEntity } = require('@sigstore/verify');

const [file, keyFile] = process.argv.slice(2);
const envelope = JSON.parse(readFileSync(file, 'utf8'));
const publicKey = createPublicKey(readFileSync(keyFile));
const bundle = bundleFromJSON({
  mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
  verificationMaterial: { publicKey: { hint: envelope.signatures[0].keyid } },
  dsseEnvelope: envelope,
});
const trust = {
  certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [],
  publicKey: () => ({ publicKey, validFor: () => true }),
};
new Verifier(trust, { ctlogThreshold: 0, tlogThreshold: 0, timestampThreshold: 0 }).verify(toSignedEntity(bundle));
const statement = JSON.parse(Buffer.from(envelope.payload, 'base64'));
console.log(envelope.payloadType, statement.predicateType, statement.subject.map(({ name }) => name).join());
