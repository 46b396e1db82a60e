import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { keptPage } from '@portal/mf-kit/frame';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { timestampText } from '@portal/mf-kit/timestamp';
import { fakeCaches } from '@portal/testing/caches';
import { createKeeper, type Visit } from './keeper';

export const BEGAN = Date.parse('2026-05-01T12:00:00Z');
export const MINUTE = 60_000;

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');
  return { signed, publicKey: publicKey.export({ format: 'jwk' }).x ?? '' };
}
const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** What the host would serve, all of which a test may spoil. */
interface Served {
  revision: number;
  versions: { shell: string; 'mf-jobs': string };
  /** Minutes since the first revision at which the host says that it is current. */
  wordAt: number;
  candidate: boolean;
  ops: ReturnType<typeof keyPair>;
}

const filesOf = (name: string, version: string): Record<string, string> =>
  name === 'shell'
    ? {
        'shell.aaaaaaaa.js': `shell ${version}`,
        'shell.aaaaaaaa.css': 'body {}',
        'outbox.bbbbbbbb.js': 'queue',
        'other.cccccccc.js': 'rare',
      }
    : {
        'remoteEntry.js': `entry ${version}`,
        [`on-job.${version.replace(/\D/g, '').padEnd(8, '0')}.js`]: `on job ${version}`,
        'history.dddddddd.js': 'history',
      };

const manifestOf = (name: string, version: string) => {
  const files = Object.entries(filesOf(name, version)).map(([file, text]) => [file, { integrity: integrityOf(text), size: text.length }]);
  const first =
    name === 'shell' ? { entry: 'shell.aaaaaaaa.js', preload: { '*': ['shell.aaaaaaaa.css'] } } : { entry: 'remoteEntry.js', preload: {} };
  return JSON.stringify({ name, version, files: Object.fromEntries(files), ...first });
};

/** A host of one remote, whose files and registry are signed as delivery does it. */
function host() {
  const timestampKey = keyPair();
  const is: Served = { revision: 1, versions: { shell: '1.0.0', 'mf-jobs': '1.0.0' }, wordAt: 0, candidate: false, ops: keyPair() };
  const versionOf = (name: 'shell' | 'mf-jobs') => ({
    version: is.versions[name],
    container: '',
    entry: '',
    integrity: integrityOf(manifestOf(name, is.versions[name])),
  });
  function html(): string {
    const registry = {
      revision: is.revision,
      shell: versionOf('shell'),
      modules: { 'mf-jobs': { ...versionOf('mf-jobs'), canary: null } },
      ...(is.candidate && { candidate: { until: '' } }),
    } as unknown as Registry;
    const document = JSON.stringify(registry);
    const at = new Date(BEGAN + is.wordAt * MINUTE).toISOString();
    const signed: SignedRegistry = {
      document,
      signature: is.ops.signed(document),
      timestamp: { revision: is.revision, at, signature: timestampKey.signed(timestampText(is.revision, at)) },
    };
    const text = JSON.stringify(signed).replaceAll('<', '\\u003c');
    return `<html data-revision="${is.revision}"><script type="application/json" id="registry">${text}</script></html>`;
  }
  function served(path: string): string | undefined {
    if (path === keptPage) return html();
    const [, , name = '', version = '', file = ''] = path.split('/');
    return file === 'module.json' ? manifestOf(name, version) : filesOf(name, version)[file];
  }
  return { is, served, keys: { ops: is.ops.publicKey, timestamp: timestampKey.publicKey } };
}

/** A phone before that host. */
export function portal() {
  const { is, served, keys } = host();
  const clock = { at: BEGAN };
  const asked: string[] = [];
  /** Paths of which the host sends something else. */
  const spoiled = new Map<string, string>();
  let isReachable = true;
  const { caches, held } = fakeCaches();
  async function answer(path: string): Promise<Response> {
    asked.push(path);
    if (!isReachable) throw new TypeError('Failed to fetch');
    const text = spoiled.get(path) ?? served(path);
    return new Response(text ?? 'none', { status: text === undefined ? 404 : 200 });
  }
  const open = () => createKeeper({ caches, keys, now: () => clock.at, fetch: answer });
  let keeper = open();
  const loaded = (name: 'shell' | 'mf-jobs', stem: string) => {
    const file = Object.keys(filesOf(name, is.versions[name])).find((one) => one.startsWith(stem));
    return `/modules/${name}/${is.versions[name]}/${file}`;
  };
  const visit = (files: string[] = [loaded('shell', 'outbox'), loaded('mf-jobs', 'on-job')], more: Partial<Visit> = {}): Visit => ({
    revision: is.revision,
    versions: { ...is.versions },
    files,
    ...more,
  });

  return {
    is,
    clock,
    asked,
    spoiled,
    held,
    visit,
    loaded,
    reach: (reachable: boolean) => (isReachable = reachable),
    keep: (given = visit()) => keeper.keep(given),
    /** The browser ended the worker, and began it anew. */
    again: () => (keeper = open()),
    file: async (path: string) => (await keeper.file(path))?.text(),
    /** The revision of the page that a reload without a network would open; null for none. */
    async shown() {
      const text = await (await keeper.page())?.text();
      return text === undefined ? null : Number(/data-revision="(\d+)"/.exec(text)?.[1]);
    },
    newKey: () => (is.ops = keyPair()),
  };
}
