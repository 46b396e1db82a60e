import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Registry, SignedRegistry } from '@portal/mf-kit/module';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { timestampText } from '@portal/mf-kit/timestamp';

export const BEGAN = Date.parse('2026-05-01T12:00:00Z');
export const MINUTE = 60_000;

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64');
  return { signed, publicKey: publicKey.export({ format: 'jwk' }).x ?? '' };
}
const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** The state of the portal host. A test may damage any part of it. */
export interface HostState {
  revision: number;
  versions: { shell: string; 'mf-jobs': string };
  canary: { version: string; percent: number } | null;
  /** Minutes from the first revision to the timestamp of the host. */
  wordAt: number;
  candidate: boolean;
  /** The shell version of the served page, if it is not the active one. */
  shell: string | null;
  ops: ReturnType<typeof keyPair>;
}

export const filesOf = (name: string, version: string): Record<string, string> =>
  name === 'shell'
    ? {
        'shell.aaaaaaaa.js': `shell ${version}`,
        'shell.aaaaaaaa.css': 'body {}',
        'sans.cccccccc.woff2': 'a font',
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
    name === 'shell'
      ? { entry: 'shell.aaaaaaaa.js', preload: { '*': ['shell.aaaaaaaa.css'] }, fonts: ['sans.cccccccc.woff2'] }
      : { entry: 'remoteEntry.js', preload: {} };
  return JSON.stringify({ name, version, files: Object.fromEntries(files), ...first });
};

/** A portal host with one remote. Its files and registry are signed as in delivery. */
export function signedHost() {
  let timestampKey = keyPair();
  const timestampPublicKey = timestampKey.publicKey;
  const is: HostState = {
    revision: 1,
    versions: { shell: '1.0.0', 'mf-jobs': '1.0.0' },
    canary: null,
    wordAt: 0,
    candidate: false,
    shell: null,
    ops: keyPair(),
  };
  const versionOf = (name: 'shell' | 'mf-jobs', version = is.versions[name]) => ({
    version,
    container: '',
    entry: '',
    integrity: integrityOf(manifestOf(name, version)),
  });
  function html(): string {
    const canary = is.canary && { ...versionOf('mf-jobs', is.canary.version), percent: is.canary.percent };
    const registry = {
      revision: is.revision,
      shell: { ...versionOf('shell'), lastGood: versionOf('shell', '0.9.0') },
      modules: { 'mf-jobs': { ...versionOf('mf-jobs'), canary } },
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
    return [
      '<html data-revision="',
      is.revision,
      '"><script src="/modules/shell/',
      is.shell ?? is.versions.shell,
      '/shell.js"></script>',
      '<script type="application/json" id="registry">',
      text,
      '</script></html>',
    ].join('');
  }
  function served(path: string): string | undefined {
    if (path === offlinePagePath) return html();
    const [, , name = '', version = '', file = ''] = path.split('/');
    return file === 'module.json' ? manifestOf(name, version) : filesOf(name, version)[file];
  }
  const newKey = () => (is.ops = keyPair());
  const newTimestampKey = () => (timestampKey = keyPair());
  return { is, served, newKey, newTimestampKey, keys: { ops: is.ops.publicKey, timestamp: timestampPublicKey } };
}
