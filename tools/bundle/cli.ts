// `npm run build [-- api …]`: compiles the programs of production to JavaScript, in dist/<name>, each with its bill of materials.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SBOM_FILE } from '@portal/mf-kit/provenance';
import { sbomOf } from '../../shared/webpack/src/sbom';
import { bundleProcess, root } from './bundle';
import { deployables } from './deployables';

const named = process.argv.slice(2);
const unknown = named.filter((name) => !deployables.some((one) => one.name === name));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')} is none of ${deployables.map(({ name }) => name).join(', ')}`);
for (const one of deployables) {
  if (named.length > 0 && !named.includes(one.name)) continue;
  const started = performance.now();
  const { folder, dependencies } = await bundleProcess(one);
  const { version } = JSON.parse(readFileSync(join(root, one.package, 'package.json'), 'utf8')) as { version: string };
  writeFileSync(join(folder, SBOM_FILE), (await sbomOf(root, join(root, one.package), version)).text);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`dist/${one.name} in ${seconds} s; run-time packages: ${Object.keys(dependencies).join(', ')}\n`);
}
