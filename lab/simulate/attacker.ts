import type { ModuleManifest, Registry, RegistryModule, SignedRegistry } from '@portal/mf-kit/module';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import type { Random } from '../../api/seed/random';
import { revisionOf } from '../../delivery/src/registry/served-revisions';
import { signRegistry, signTimestamp } from '../../delivery/src/registry/signatures';
import type { Store } from '../../delivery/src/store/store';
import type { Clock } from './clock';
import type { Device } from './device';
import type { Host } from './hosts';
import type { Findings } from './invariants';
import type { Operators } from './operators';
import { filesOf, keys, MODULE, VERSIONS } from './releases';
import type { Reply } from './router';
import type { Stores } from './stores';

/** A page refuses a timestamp that is ten minutes older than the time that it knows. The clock of a page drifts by less than five seconds. */
const STALE_MS = 10 * 60_000 + 5_000;
const KINDS = ['unsigned', 'old', 'hidden', 'forged file', 'unsigned page', 'old page', 'old timestamp'] as const;

export interface AttackerParts {
  chance: Random;
  clock: Clock;
  findings: Findings;
  stores: Stores;
  owner: Store;
  hosts: readonly Host[];
  devices: readonly Device[];
  operators: Operators;
  later: (steps: number, act: () => unknown) => void;
}

const unsignedPage = (signed: SignedRegistry) =>
  `<script type="application/json" id="registry">${JSON.stringify(signed)}</script><script src="/modules/shell/1.0.0/shell.js">`;

/** An attacker who writes into the store and into the network, without the ops key. One attack at a time. */
export function createAttacker({ chance, clock, findings, stores, owner, hosts, devices, operators, later }: AttackerParts) {
  let isActive = false;
  let hasReplayed = false;
  /** The reply that a path gets instead of the host's. */
  let forged: { path: string; body: string } | null = null;
  const recorded: SignedRegistry[] = [];
  const recordedPages: string[] = [];

  function begin(steps: number, end: () => unknown): void {
    isActive = true;
    later(steps, async () => {
      await end();
      isActive = false;
    });
  }
  const forge = (path: string, body: string) => {
    forged = { path, body };
    begin(20, () => {
      forged = null;
    });
  };
  /** Another `module.json`, which the hash in the registry does not fit. */
  function forgeFile(entry: RegistryModule | undefined): void {
    const named = [entry?.version, entry?.canary?.version, entry?.lastGood?.version].filter((one) => one !== undefined);
    const version = chance.pick([...VERSIONS, ...named, ...named]);
    const manifest = JSON.parse(Buffer.from(filesOf(MODULE, version).get('module.json') ?? '').toString()) as ModuleManifest;
    forge(`/modules/${MODULE}/${version}/module.json`, JSON.stringify({ ...manifest, commit: 'of the attacker' }));
  }
  /** The registry with a higher number, signed with another key, with a timestamp of the host. */
  function withOwnKey(registry: Registry, revision: number): SignedRegistry {
    const signed = signRegistry({ ...registry, revision }, keys.thief);
    return { ...signed, timestamp: signTimestamp(revision, new Date(clock.now()), keys.timestamp) };
  }

  async function attackStore(kind: 'unsigned' | 'old' | 'hidden'): Promise<void> {
    const numbers = await stores.numbers();
    const newest = numbers.at(-1) ?? 0;
    if (kind === 'hidden') {
      // A revision that no machine recorded can be removed without a trace: docs/reports/attacks.md, freeze.
      if (numbers.length < 2 || operators.isBusy() || revisionOf(await owner.seen(), keys.ops.publicKey) < newest) return;
      const kept = await stores.read(newest);
      await stores.remove(newest);
      return begin(10, async () => {
        if (!(await stores.numbers()).includes(newest)) await stores.write(newest, kept);
      });
    }
    const { text, line } = await stores.read(chance.pick(numbers));
    const registry = JSON.parse((JSON.parse(text) as SignedRegistry).document) as Registry;
    const evil = withOwnKey(registry, newest + 1);
    const written = kind === 'old' ? text : JSON.stringify(evil);
    await stores.write(newest + 1, { text: written, line });
    begin(10, async () => {
      const isThere = (await stores.numbers()).includes(newest + 1);
      if (isThere && (await stores.read(newest + 1)).text === written) await stores.remove(newest + 1);
    });
    // Also on the network.
    const device = chance.pick(devices);
    const signed = kind === 'unsigned' ? evil : (JSON.parse(text) as SignedRegistry);
    await device.run(() => device.poll(signed));
  }

  /** Each page with each recorded revision that is new for it and has a timestamp that is too old. */
  const findStale = () =>
    devices.flatMap((device) => {
      const revision = device.page()?.registry.current().revision ?? Number.POSITIVE_INFINITY;
      const isStale = ({ timestamp }: SignedRegistry) => Date.parse(timestamp?.at ?? '') < device.knownTime() - STALE_MS;
      const isNew = ({ timestamp }: SignedRegistry) => (timestamp?.revision ?? 0) > revision;
      return recorded.filter((signed) => isNew(signed) && isStale(signed)).map((signed) => ({ device, signed }));
    });
  /** Gives a page such a revision. */
  async function replayTimestamp(pairs: ReturnType<typeof findStale>): Promise<void> {
    const { device, signed } = chance.pick(pairs);
    await device.run(async () => {
      if (await device.poll(signed)) findings.add('a page follows a revision with an old timestamp');
    });
  }

  return {
    isActive: () => isActive,
    tamper: (path: string): Reply | null => (forged?.path === path ? { status: 200, body: forged.body } : null),
    /** Records the replies of a host. */
    async record(): Promise<void> {
      const signed = chance.pick(hosts).live()?.current()?.signed;
      if (!signed) return;
      recorded.push(signed);
      const { body } = await chance.pick(hosts).request(offlinePagePath, '');
      if (body !== '') recordedPages.push(String(body));
    },
    async attack(): Promise<void> {
      if (isActive) return;
      // Few runs have such a page, so the first one is attacked. Later ones must not displace the other attacks.
      const stale = findStale();
      const kind = stale.length > 0 && !hasReplayed ? 'old timestamp' : chance.pick(KINDS);
      const current = chance.pick(hosts).live()?.current()?.registry;
      if (kind === 'unsigned' || kind === 'old' || kind === 'hidden') await attackStore(kind);
      else if (kind === 'forged file') forgeFile(current?.modules[MODULE]);
      else if (kind === 'old timestamp' && stale.length > 0) {
        hasReplayed = true;
        await replayTimestamp(stale);
      } else if (kind === 'old page' && recordedPages.length > 0) forge(offlinePagePath, chance.pick(recordedPages));
      else if (kind === 'unsigned page' && current) forge(offlinePagePath, unsignedPage(withOwnKey(current, current.revision + 1)));
    },
  };
}
export type Attacker = ReturnType<typeof createAttacker>;
