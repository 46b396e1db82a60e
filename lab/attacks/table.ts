/** The attacks that the specification of The Update Framework names (1.5.2), against each part that gets a release. */
export const victims = ['page', 'service worker', 'portal host', 'portal command'] as const;
export type Victim = (typeof victims)[number];

/** `store`: the attacker writes into the folder or bucket. `network`: the attacker answers in the place of the bucket, the API or the portal host. */
export const sources = ['store', 'network'] as const;
export type Source = (typeof sources)[number];

/** A test that makes the attack. `partly`: the part of the attack that succeeds. `untried`: the part without a test. */
interface Tried {
  file: string;
  title: string;
  partly?: string;
  untried?: string;
}
/** A combination that does not exist, with the reason. */
interface Impossible {
  because: string;
}
export type Cell = Tried | Impossible;
export const isTried = (cell: Cell): cell is Tried => 'title' in cell;

export interface Attack {
  name: string;
  meaning: string;
  cells: Record<Victim, Record<Source, Cell>>;
}

const command = (title: string, partly?: string): Tried => ({
  file: 'delivery/test/attacks/command.test.ts',
  title,
  ...(partly && { partly }),
});
const host = (title: string, partly?: string): Tried => ({ file: 'delivery/test/attacks/host.test.ts', title, ...(partly && { partly }) });
const network = (title: string): Tried => ({ file: 'delivery/test/attacks/network.test.ts', title });
const page = (title: string, partly?: string): Tried => ({ file: 'shell/src/registry/attacks.test.ts', title, ...(partly && { partly }) });
const damagedVersion = (title: string): Tried => ({ file: 'delivery/test/damaged-versions.test.ts', title });
const sync = (title: string): Tried => ({ file: 'shell/src/registry/attacks.sync.test.ts', title });
const worker = (title: string): Tried => ({ file: 'shell/src/worker/attacks.test.ts', title });

/** The browser reads them, and the portal cannot limit it. */
const readByBrowser = 'module scripts, styles and the event stream';

/** The command checks the statement before ops signs. */
const onlySigned: Impossible = { because: 'it runs only what a signed revision names; the portal command checks statements' };
const noStore: Impossible = { because: 'it reads no store; the portal host does' };
/** These tests run on a folder and on a bucket over HTTP. A changed object and a false answer of the bucket are the same to its reader. */
const both = (cell: Tried): Record<Source, Tried> => ({ store: cell, network: cell });
const fromNetwork = (cell: Cell): Record<Source, Cell> => ({ store: noStore, network: cell });

export const attacks: readonly Attack[] = [
  {
    name: 'arbitrary software',
    meaning: 'Software that no publisher made is installed.',
    cells: {
      page: fromNetwork(page('follows no revision with a changed text, or that the ops key did not sign')),
      'service worker': fromNetwork(worker('stores no page with a registry that the ops key did not sign')),
      'portal host': both(
        host('serves no forged file of a version that the registry names, also if the file was requested before its activation'),
      ),
      'portal command': both(command('signs no forged manifest that the attacker replaces after read %i of an activation')),
    },
  },
  {
    name: 'changed last good version',
    meaning: 'A version that a failure or a rollback would start is replaced.',
    cells: {
      page: fromNetwork(page('are not loaded with the module.json of another version, or a changed one')),
      'service worker': fromNetwork(worker('stores no changed file, and no file of another version')),
      'portal host': both(host('serves neither a manifest nor a file of another version in the place of the activated one')),
      'portal command': both(command('signs no changed version as the last good one')),
    },
  },
  {
    name: 'rollback',
    meaning: 'An older release is presented as the newest one.',
    cells: {
      page: fromNetwork(page('follows no older revision, no candidate, and no second document with its own number')),
      'service worker': fromNetwork(worker('stores no page with an older revision, and no candidate')),
      'portal host': both(host('serves no older revision, also after a restart and without the record in the store')),
      'portal command': both(command('writes nothing onto an older revision, also when the record of the newest one was removed')),
    },
  },
  {
    name: 'emptied store',
    meaning: 'Every release is removed, so that the next one counts as the first.',
    cells: {
      page: fromNetwork({ because: 'the portal host sends its last revision then, see freeze' }),
      'service worker': fromNetwork({ because: 'the portal host sends its last revision then, see freeze' }),
      'portal host': both(host('signs no timestamp while every revision is missing, and serves none after a restart')),
      'portal command': both(command('writes no first revision when every revision and the record of the newest one were removed')),
    },
  },
  {
    name: 'unreadable file',
    meaning: 'One file is withheld, so that no later release of another module arrives.',
    cells: {
      page: fromNetwork({
        file: 'shell/src/modules/host/moduleHost.lifecycle.test.ts',
        title: 'keeps the mount when the new version cannot be loaded',
      }),
      'service worker': fromNetwork({
        file: 'shell/src/worker/offlineCache.test.ts',
        title: 'serves the cached page until the newer one is complete',
        partly: 'the offline page is not renewed until the file can be read',
      }),
      'portal host': {
        store: damagedVersion('a rollback of another module reaches the hosts, which serve the manifest from memory'),
        network: network('prevents no rollback of another module, which a running host follows without a loss'),
      },
      'portal command': {
        store: damagedVersion('a rollback succeeds with a warning when %s is damaged'),
        network: network('prevents no rollback of another module, which a running host follows without a loss'),
      },
    },
  },
  {
    name: 'fast-forward',
    meaning: 'A number so high is presented that no later release is newer.',
    cells: {
      page: fromNetwork(page('does not jump to the highest number without the ops key')),
      'service worker': fromNetwork(worker('does not jump to the highest number without the ops key')),
      'portal host': both(
        host('keeps its revision when an unsigned one has the highest number, and follows the next one after its removal'),
      ),
      'portal command': both(command('writes the next revision after one with the highest number was removed, and ignores higher ones')),
    },
  },
  {
    name: 'freeze',
    meaning: 'The same release is repeated, and a newer one is withheld.',
    cells: {
      page: fromNetwork(page('reports a revision as frozen when it is repeated with %s')),
      'service worker': fromNetwork(worker('stores no page with an old timestamp, and serves a stored page for three days only')),
      'portal host': {
        store: host(
          'signs no timestamp while the newest revision is missing, and signs again after it is restored',
          'a revision that the store hides before any host read it is missed by the hosts',
        ),
        network: network('gets no timestamp signed: the host states only that a revision is current after it read the store'),
      },
      'portal command': both(command('writes nothing onto an older revision, also when the record of the newest one was removed')),
    },
  },
  {
    name: 'endless data',
    meaning: 'A reply or file without an end fills memory or disk.',
    cells: {
      page: fromNetwork({
        ...sync('a page reads four megabytes of a registry.json that never ends, and follows the next reply'),
        untried: readByBrowser,
      }),
      'service worker': fromNetwork(worker('reads no further than the limit of %s that never ends')),
      'portal host': {
        store: host('reads no revision and no file of a version that is %s'),
        network: network('for %s: the host keeps its revision, signs no timestamp, and follows when the attack ends'),
      },
      'portal command': {
        store: host('reads no revision and no file of a version that is %s'),
        network: network('for %s: portal ends with an error and writes nothing'),
      },
    },
  },
  {
    name: 'decompression bomb',
    meaning: 'A small compressed file becomes a huge one.',
    cells: {
      page: { store: noStore, network: { because: 'the browser decompresses; the limits above count the decompressed bytes' } },
      'service worker': { store: noStore, network: { because: 'the browser decompresses; the limits above count the decompressed bytes' } },
      'portal host': both(host('sends no compressed copy that decompresses to more than the file')),
      'portal command': both(command('activates no version with a compressed copy that decompresses to more than the file')),
    },
  },
  {
    name: 'slow retrieval',
    meaning: 'Bytes arrive so slowly that the update never ends.',
    cells: {
      page: fromNetwork({
        ...sync('a page ends the request of a registry.json that %s after two minutes, and follows the next reply'),
        untried: readByBrowser,
      }),
      'service worker': fromNetwork(worker('ends a download that %s, so that the next visit is stored')),
      'portal host': {
        store: host('reads no revision and no file of a version that is %s'),
        network: network('for %s: the host keeps its revision, signs no timestamp, and follows when the attack ends'),
      },
      'portal command': {
        store: { because: 'a pipe, the slow file of a folder, is in the row of endless data' },
        network: network('for %s: portal ends with an error and writes nothing'),
      },
    },
  },
  {
    name: 'extraneous files',
    meaning: 'Files that belong to no release are installed with it.',
    cells: {
      page: fromNetwork(page('have the hashes of the registry, and no others run: unlisted files, other versions and other origins')),
      'service worker': fromNetwork(worker('stores no file that module.json does not list, also if the page loaded it')),
      'portal host': both(host('serves no extra file of a version, and names no module that no revision lists')),
      'portal command': both(command('leaves an extra file of a version out of the registry')),
    },
  },
  {
    name: 'mix-and-match',
    meaning: 'Parts of different releases are combined.',
    cells: {
      page: fromNetwork(page('follows no revision with a timestamp that is missing, old, or of another revision')),
      'service worker': fromNetwork(worker('stores no changed file, and no file of another version')),
      'portal host': both(host('does not follow an older revision or a candidate under a new number')),
      'portal command': both(command('activates no version with a file of another version')),
    },
  },
  {
    name: 'wrong source',
    meaning: 'A release of another module, portal or origin is installed.',
    cells: {
      page: fromNetwork(page('have the hashes of the registry, and no others run: unlisted files, other versions and other origins')),
      'service worker': fromNetwork(worker('stores no page with a registry that the ops key did not sign')),
      'portal host': both(host('follows no revision of another portal')),
      'portal command': both(command('takes no version of another module, and no other version, for the named one')),
    },
  },
  {
    name: 'false provenance',
    meaning: 'A build has no statement of its sources, or the statement of another build or person.',
    cells: {
      page: fromNetwork(onlySigned),
      'service worker': fromNetwork(onlySigned),
      'portal host': { store: onlySigned, network: onlySigned },
      'portal command': both(command('activates no version without its statement, or with another one')),
    },
  },
  {
    name: 'some keys stolen',
    meaning: 'The attacker has fewer keys than the victim requires.',
    cells: {
      page: fromNetwork(page('follows no revision of an attacker with the stolen %s')),
      'service worker': fromNetwork(worker('stores nothing of an attacker with the stolen %s key')),
      'portal host': both(host('follows neither the replaced ops key nor a second handover of it')),
      'portal command': both(command('does not activate a version that no token of its squad signed')),
    },
  },
  {
    name: 'all keys stolen',
    meaning: 'The attacker has every key that the victim requires.',
    cells: {
      page: fromNetwork(page('with both stolen keys: follows them until a rotation, and then neither', 'until a rotation')),
      'service worker': {
        store: noStore,
        network: { because: 'it has the checks of the page; a new ops key empties its memory (offlineCache.test.ts)' },
      },
      'portal host': both(
        host(
          'with the stolen ops key: follows it until the host gets another ops.pub, and then refuses its revisions',
          'until the host gets another ops.pub',
        ),
      ),
      'portal command': {
        store: { because: 'the owner of the ops key needs no command' },
        network: { because: 'the owner of the ops key needs no command' },
      },
    },
  },
];
