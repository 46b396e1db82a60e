import type { ModuleManifest, Registry, SignedRegistry } from '@portal/mf-kit/module';

/** A host, nginx before it, and nginx with the same store before nobody. */
interface Places {
  host: string;
  nginx: string;
  alone: string;
}

/** What a browser goes by. */
const HEADERS = [
  'content-type',
  'content-encoding',
  'cache-control',
  'x-content-type-options',
  'referrer-policy',
  'content-security-policy',
];

interface Seen {
  status: number;
  headers: Record<string, string | null>;
  bytes: string;
}

async function see(url: string, encoding: string): Promise<Seen> {
  const reply = await fetch(url, { headers: { 'accept-encoding': encoding } });
  const { status } = reply;
  return {
    status,
    headers: Object.fromEntries(HEADERS.map((name) => [name, reply.headers.get(name)])),
    // Unpacked: the same text, however it came.
    bytes: Buffer.from(await reply.arrayBuffer()).toString('base64'),
  };
}

async function filesOf(host: string): Promise<string[]> {
  const { document } = (await (await fetch(`${host}/registry.json`)).json()) as SignedRegistry;
  const registry = JSON.parse(document) as Registry;
  const versions = Object.entries({ shell: registry.shell, ...registry.modules });
  const lists = await Promise.all(
    versions.map(async ([name, { version }]) => {
      const folder = `/modules/${name}/${version}/`;
      const manifest = (await (await fetch(`${host}${folder}module.json`)).json()) as ModuleManifest;
      // The host keeps that one to itself.
      return [folder, ['module.json', ...Object.keys(manifest.files).filter((file) => file !== manifest.renderer)]] as const;
    }),
  );
  return lists.flatMap(([folder, files]) => files.map((file) => folder + file));
}

/**
 * Each file of what is live, packed and plain: nginx must give what the host gives, and must give it when there is no host. A page, which is
 * the host's, must not come then, or the proof would prove nothing.
 */
export async function filesProblems({ host, nginx, alone }: Places): Promise<{ files: number; problems: string[] }> {
  const problems: string[] = [];
  const files = await filesOf(host);
  for (const file of files)
    for (const encoding of ['gzip, deflate, br', 'gzip', 'identity']) {
      const [wanted, ...given] = await Promise.all([host, nginx, alone].map((place) => see(place + file, encoding)));
      if (wanted?.status !== 200) problems.push(`${file}: the host says ${wanted?.status}`);
      for (const one of given)
        if (JSON.stringify(one) !== JSON.stringify(wanted))
          problems.push(
            `${file} (${encoding}): ${JSON.stringify({ ...one, bytes: one.bytes.length })} for ${JSON.stringify({ ...wanted, bytes: wanted?.bytes.length })}`,
          );
    }
  const gone = await see(`${alone}/`, 'identity');
  if (gone.status !== 502) problems.push(`without a host a page answers ${gone.status}`);
  // What is missing counts against a release only where a host says so.
  const [missing, none, unsaid] = await Promise.all(
    [host, nginx, alone].map((place) => see(`${place}/modules/shell/0.0.0/shell.js`, 'identity')),
  );
  if (missing?.status !== 404 || JSON.stringify(none) !== JSON.stringify(missing))
    problems.push(`a file that is not there: ${JSON.stringify(none)} for ${JSON.stringify(missing)}`);
  if (unsaid?.status !== 502) problems.push(`without a host a file that is not there answers ${unsaid?.status}`);
  return { files: files.length, problems };
}
