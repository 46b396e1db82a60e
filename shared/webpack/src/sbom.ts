import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readPackage } from './workspace';

const run = promisify(execFile);

interface Component extends Record<string, unknown> {
  'bom-ref': string;
  name: string;
  version: string;
}
interface Bom {
  metadata: { lifecycles: unknown; tools: { version: string }[] };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** A list of 1,200 packages has 900 kB. */
const MOST_BYTES = 64 * 2 ** 20;

/** `--omit dev` would leave out a runtime package of one workspace that is a development package of another one. */
const ARGS = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include=dev', '--include=optional', '--include=peer'];

/** `npm sbom` of a whole repository takes a second, so it runs once for all modules of a process. */
const running = new Map<string, Promise<Bom>>();
function bomOf(root: string): Promise<Bom> {
  const known = running.get(root);
  if (known) return known;
  // An npm script passes its own options, such as the workspace, to each npm that it starts.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')));
  const started = run('npm', ARGS, { cwd: root, env, maxBuffer: MOST_BYTES, shell: process.platform === 'win32' }).then(
    ({ stdout }) => JSON.parse(stdout) as Bom,
  );
  running.set(root, started);
  return started;
}

const byRef = (a: string, b: string) => (a < b ? -1 : 1);

/**
 * The bill of materials of one deployable: its runtime packages by the lock file, with hashes and licences. The same lock file and npm give
 * the same text, so the time, the random number and the version of npm are left out; `npm` is that version.
 */
export async function sbomOf(root: string, dir: string, version: string): Promise<{ text: string; npm: string }> {
  const { metadata, components, dependencies, ...rest } = await bomOf(root);
  const { name, version: locked, dependencies: runtime = {} } = readPackage(dir);
  const refs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const own = `${name}@${locked}`;
  const direct = refs.get(own)?.filter((ref) => ref.slice(0, ref.lastIndexOf('@')) in runtime);
  if (!direct) throw new Error(`${own} is not in package-lock.json: run npm install`);
  const found = new Set(direct);
  // A set includes the entries that are added while it is read.
  for (const ref of found) for (const next of refs.get(ref) ?? []) found.add(next);
  const [component] = components.filter((one) => one['bom-ref'] === own);
  const bom = {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => key !== 'serialNumber')),
    metadata: { lifecycles: metadata.lifecycles, component: { ...component, type: 'application', version } },
    components: components.filter((one) => found.has(one['bom-ref'])).sort((a, b) => byRef(a['bom-ref'], b['bom-ref'])),
    dependencies: [own, ...[...found].sort(byRef)].map((ref) => ({
      ref,
      dependsOn: [...(ref === own ? direct : (refs.get(ref) ?? []))].sort(byRef),
    })),
  };
  return { text: `${JSON.stringify(bom, null, 1)}\n`, npm: metadata.tools[0]?.version ?? 'unknown' };
}
