// check-sbom.mjs SBOM...: succeeds if each is a CycloneDX 1.6 document by the published schema, and its graph names
// only what it lists; prints one line a component: package URL, presence, confidence, number of digests, licences; then
// what needs what.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../package.json', import.meta.url));
const { Spec, Validation } = require('@cyclonedx/cyclonedx-library');
const { PackageURL } = require('packageurl-js');
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
const fail = (file, problem) => {
  console.error(file, problem);
  process.exitCode = 1;
};

for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8');
  const errors = await validator.validate(text);
  if (errors) fail(file, JSON.stringify(errors, null, 1));
  const document = JSON.parse(text);
  const references = new Set([document.metadata.component['bom-ref']]);
  for (const component of document.components) {
    const purl = PackageURL.fromString(component.purl);
    const name = component.group ? `${component.group}/${component.name}` : component.name;
    if ([purl.namespace, purl.name].filter(Boolean).join('/') !== name.toLowerCase())
      fail(file, `${component.purl} is not ${name}`);
    if ((purl.version ?? undefined) !== component.version)
      fail(file, `${component.purl} is not at ${component.version}`);
    references.add(component['bom-ref']);
    const presence = component.properties.filter(({ name }) => name === 'agentc:presence').map(({ value }) => value);
    const licences = (component.licenses ?? []).map((one) => one.expression ?? one.license.name);
    console.log(
      component.purl,
      presence.join('+'),
      component.evidence.identity[0].confidence,
      (component.hashes ?? []).length,
      licences.join(),
    );
  }
  for (const { ref, dependsOn = [] } of document.dependencies) {
    for (const name of [ref, ...dependsOn]) if (!references.has(name)) fail(file, `nothing is called ${name}`);
    if (dependsOn.length) console.log(ref, '->', dependsOn.join(' '));
  }
}
