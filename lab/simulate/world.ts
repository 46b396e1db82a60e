import { generateKeyPairSync } from 'node:crypto';
import type { ModuleVersion, Registry, SignedRegistry } from '@portal/mf-kit/module';
import { type Random, random } from '../../api/seed/random';
import { activate } from '../../delivery/src/commands/activate';
import { rollback } from '../../delivery/src/commands/rollback';
import { StoreFailure } from '../../delivery/src/errors';
import { manualReason, rollBackVersion, SELF_HEAL_ACTOR } from '../../delivery/src/health/auto-rollback';
import { type LiveRegistry, watchRegistry } from '../../delivery/src/host/live-registry';
import { revisionOf, type ServedRevisions } from '../../delivery/src/registry/served-revisions';
import { type Key, signRegistry, signTimestamp, verifyRegistry } from '../../delivery/src/registry/signatures';
import type { ChangeResult, CommandContext } from '../../delivery/src/registry/update-registry';
import { bucketStore } from '../../delivery/src/store/bucket-store';
import { integrityOf } from '../../delivery/src/store/integrity';
import type { ObjectStore } from '../../delivery/src/store/object-store';
import { attestFiles } from '../../delivery/test/attest';
import type { Bug } from './bugs';
import { installClock } from './clock';
import { MODULE, openPage, type Page } from './page';

const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];
const MINUTE = 60_000;
const BEGAN = Date.parse('2026-05-01T12:00:00Z');
const STEPS = 150;

const realImmediate = setImmediate;
/** Runs all code that waits for nothing but promises. */
const settle = async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((next) => realImmediate(next));
};

const keyPair = (): Key => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicKey.export({ format: 'jwk' }).x ?? '' };
};

interface Actor {
  /** Without a connection to the bucket each call fails. */
  isCut: boolean;
}

/** The bucket in memory. Each call of an operator waits until the scheduler chooses it. */
function openBucket() {
  let bug: Bug | null = null;
  const objects = new Map<string, Uint8Array>();
  const waiting: (() => void)[] = [];
  const turn = () => new Promise<void>((go) => void waiting.push(go));

  function connect(actor: Actor, isScheduled: boolean, isHost = false): ObjectStore {
    const atFirst = new Set(objects.keys());
    async function call<T>(act: () => T): Promise<T> {
      if (isScheduled) await turn();
      if (actor.isCut) throw new StoreFailure('the bucket cannot be used');
      return act();
    }
    return {
      get: (key) => call(() => objects.get(key) ?? null),
      put: (key, bytes) => call(() => void objects.set(key, bytes)),
      putIfAbsent: (key, bytes) =>
        call(() => {
          if (objects.has(key) && bug !== 'bucket-overwrites') return false;
          if (bug !== 'bucket-forgets' || !key.startsWith('revisions/')) objects.set(key, bytes);
          return true;
        }),
      list: (prefix, after = '') =>
        call(() =>
          [...objects.keys()]
            .filter((key) => key.startsWith(prefix) && key > after && (!isHost || bug !== 'bucket-lists-old' || atFirst.has(key)))
            .sort()
            .map((key) => ({ key, at: 0, size: 0 })),
        ),
      remove: (key) => call(() => void objects.delete(key)),
    };
  }
  const plant = (planted: Bug | null) => {
    bug = planted;
  };
  return { objects, waiting, connect, plant };
}

/** The record of the newest revision in the memory of a machine. */
function rememberNewest(ops: Key, store: Pick<CommandContext['store'], 'seen'>, bug: Bug | null): ServedRevisions {
  let kept: Registry | null = null;
  return {
    newest: async () => (bug === 'host-goes-back' ? 0 : Math.max(kept?.revision ?? 0, revisionOf(await store.seen(), ops.publicKey))),
    handovers: async () => kept?.handovers ?? [],
    async keep(text) {
      const { registry } = verifyRegistry(text, ops.publicKey);
      if (!kept || registry.revision > kept.revision) kept = registry;
    },
  };
}

const routes = { '/search-job': { title: 'Search', access: 'public', chrome: 'public' } };
function buildOf(ops: Key, name: string, version: string): Map<string, Uint8Array> {
  const entry = name === 'shell' ? 'shell.js' : 'remoteEntry.js';
  const script = Buffer.from(`${name} ${version}`);
  const manifest = {
    ...{ name, version, entry, container: `${name} ${version}`, commit: '', portal: 1, attested: true, budget: 1_000 },
    ...{ routes: name === 'shell' ? {} : routes, contracts: {}, shared: {}, preload: {}, prerendered: {} },
    files: { [entry]: { integrity: integrityOf(script), size: script.length } },
  };
  const files = new Map<string, Uint8Array>([
    ['module.json', Buffer.from(JSON.stringify(manifest))],
    [entry, script],
  ]);
  attestFiles(files, ops);
  return files;
}

/** The end of a command: a revision, or nothing was done. */
interface Done {
  revision: number;
  to: string;
}

/** One run with all processes of the delivery in this process. The same seed gives the same run. Returns the broken invariants. */
export async function simulate(seed: number, bug: Bug | null = null): Promise<string[]> {
  const clock = installClock(BEGAN);
  try {
    return await run(random(seed), bug, clock);
  } finally {
    clock.restore();
  }
}

async function run(chance: Random, bug: Bug | null, clock: ReturnType<typeof installClock>): Promise<string[]> {
  const broken = new Set<string>();
  const [ops, timestampKey, thief] = [keyPair(), keyPair(), keyPair()] as const;
  const bucket = openBucket();
  const owner = bucketStore(bucket.connect({ isCut: false }, false));
  const contextOf = (store: CommandContext['store']): CommandContext => ({
    ...{ store, ops, served: { contracts: {}, calls: {} }, now: () => new Date(), seen: rememberNewest(ops, store, null) },
  });
  const hashes = new Map<string, string>();
  for (const version of VERSIONS) {
    const build = buildOf(ops, MODULE, version);
    hashes.set(version, integrityOf(build.get('module.json') ?? ''));
    await owner.add(MODULE, version, build, new Map());
  }
  await owner.add('shell', '1.0.0', buildOf(ops, 'shell', '1.0.0'), new Map());
  const bad = new Set(VERSIONS.slice(1).filter(() => chance.chance(0.3)));
  const first = await activate(
    contextOf(owner),
    [
      { name: 'shell', version: '1.0.0' },
      { name: MODULE, version: '1.0.0' },
    ],
    { by: 'ana', why: 'the first set' },
  );
  bucket.plant(bug);
  const log: Done[] = [{ revision: first?.registry.revision ?? 0, to: '1.0.0' }];

  // Hosts
  const hosts: { actor: Actor; live: LiveRegistry; context: CommandContext; restart: () => Promise<void>; newest: number }[] = [];
  for (let at = 0; at < 2; at++) {
    const actor = { isCut: false };
    const seen = rememberNewest(ops, bucketStore(bucket.connect(actor, false, true)), bug);
    const start = () => {
      const store = bucketStore(bucket.connect(actor, false, true));
      const watched = bug === 'host-stops' ? { ...store, watch: () => () => undefined, registry: onceOnly(store.registry) } : store;
      const log = { info: () => undefined, error: () => undefined };
      return watchRegistry({ store: watched, opsPublicKey: ops.publicKey, timestampKey, seen, log });
    };
    const host = {
      ...{ actor, live: await start(), context: { ...contextOf(bucketStore(bucket.connect(actor, false, true))), seen }, newest: 0 },
      async restart() {
        host.live.stop();
        host.live = await start();
      },
    };
    hosts.push(host);
  }

  // Pages
  let forged: { version: string; hash: string } | null = null;
  const onRun = (version: ModuleVersion) => {
    if (hashes.get(version.version) !== version.integrity) broken.add('a page runs an unsigned version');
  };
  const pages: Page[] = [];
  const snapshotOf = (at: number) => hosts[at]?.live.current() ?? null;
  for (let at = 0; at < 3; at++) {
    const snapshot = snapshotOf(0);
    if (!snapshot) break;
    const { signed, registry } = snapshot;
    const served = (version: string) => (forged?.version === version ? forged.hash : (hashes.get(version) ?? ''));
    const keys = { ops: ops.publicKey, timestamp: timestampKey.publicKey };
    pages.push(
      openPage({ bug, keys, first: { signed, registry }, now: clock.now, served, isBroken: (version) => bad.has(version), onRun }),
    );
  }

  /** Runs after so many steps of the scheduler. */
  const later: { left: number; run: () => void }[] = [];

  // Operators
  let busy = 0;
  function command(act: (context: CommandContext) => Promise<ChangeResult | null>): void {
    const actor = { isCut: false };
    const store = bucketStore(bucket.connect(actor, true));
    const context = contextOf(bug === 'command-ignores-race' ? ignoringRaces(store) : store);
    busy += 1;
    const isKilled = chance.chance(0.1);
    if (isKilled)
      later.push({
        left: chance.between(1, 20),
        run: () => {
          actor.isCut = true;
        },
      });
    void act(context)
      .then((made) => {
        const to = made?.changes.find(({ name }) => name === MODULE)?.to;
        if (made && to) log.push({ revision: made.registry.revision, to });
      })
      .catch((error: Error) => {
        if (bug === 'command-hides-race' && error.name === 'Error' && /someone else/.test(error.message))
          log.push({ revision: -1, to: 'lost' });
      })
      .finally(() => {
        busy -= 1;
      });
  }
  const activateOne = (version: string, force: boolean) =>
    command((context) => activate(context, [{ name: MODULE, version }], { by: 'ana', why: 'a release', force }));
  const rollBackOne = () =>
    command(async (context) => {
      const info = { by: 'ben', why: 'a rollback' };
      const earlier = { name: MODULE, version: '1.0.0' };
      const done =
        bug === 'rollback-keeps-version'
          ? await activate(context, [earlier], { ...info, force: true })
          : await rollback(context, MODULE, undefined, info);
      const from = done?.changes[0]?.from ?? '';
      if (done && !(from in (done.registry.modules[MODULE]?.quarantined ?? {}))) broken.add('a rollback did not quarantine its version');
      return done;
    });

  /** Pages reported failures of the active version: the host decides like the release monitor. */
  async function heal(at: number): Promise<void> {
    const host = hosts[at];
    const active = host?.live.current()?.registry.modules[MODULE];
    if (!host || host.actor.isCut || !active || !bad.has(active.version)) return;
    const trial = { name: MODULE, version: active.version, isCanary: false };
    const manual = manualReason(await host.context.store.history(), trial);
    if (manual !== null && bug !== 'heal-again') return;
    await rollBackVersion(host.context, trial, 'it failed').catch(() => undefined);
  }

  // The attacker
  let isAttacking = false;
  const endAttack = (steps: number, restore: () => void) => {
    isAttacking = true;
    const end = () => {
      restore();
      isAttacking = false;
    };
    later.push({ left: steps, run: end });
  };
  async function attack(): Promise<void> {
    const keys = [...bucket.objects.keys()].filter((key) => /^revisions\/\d+\.json$/.test(key)).sort();
    const newest = keys.at(-1) ?? '';
    const number = Number(/\d+/.exec(newest)?.[0] ?? 0);
    const next = `revisions/${String(number + 1).padStart(10, '0')}.json`;
    const kind = chance.pick(['unsigned', 'old', 'hidden', 'forged'] as const);
    if (kind === 'forged') {
      const version = chance.pick(VERSIONS);
      forged = { version, hash: 'sha384-of-the-attacker' };
      endAttack(20, () => {
        forged = null;
      });
      return;
    }
    if (kind === 'hidden') {
      const kept = bucket.objects.get(newest);
      // A revision that no machine recorded can be removed without a trace: docs/reports/attacks.md, freeze.
      if (!kept || keys.length < 2 || busy > 0 || revisionOf(await owner.seen(), ops.publicKey) < number) return;
      bucket.objects.delete(newest);
      endAttack(10, () => void (bucket.objects.has(newest) || bucket.objects.set(newest, kept)));
      return;
    }
    const text = Buffer.from(bucket.objects.get(chance.pick(keys)) ?? '').toString();
    const { text: signed, line } = JSON.parse(text) as { text: string; line: object };
    const registry = JSON.parse((JSON.parse(signed) as SignedRegistry).document) as Registry;
    const evil = JSON.stringify(signRegistry({ ...registry, revision: number + 1 }, thief));
    const put = Buffer.from(JSON.stringify({ text: kind === 'old' ? signed : evil, line }));
    bucket.objects.set(next, put);
    endAttack(10, () => void (bucket.objects.get(next) === put && bucket.objects.delete(next)));
    // Also on the network.
    const page = chance.pick(pages);
    const unsigned = { ...(JSON.parse(evil) as SignedRegistry), timestamp: signTimestamp(number + 1, new Date(), timestampKey) };
    await page.receive(kind === 'unsigned' ? unsigned : (JSON.parse(signed) as SignedRegistry));
  }

  const seen = pages.map(() => 0);
  function checkHosts(): void {
    for (const host of hosts) {
      const revision = host.live.current()?.registry.revision ?? host.newest;
      if (revision < host.newest) broken.add('a host moved to an older revision');
      host.newest = Math.max(host.newest, revision);
    }
  }
  function checkPages(): void {
    for (const [at, page] of pages.entries()) {
      const { revision } = page.registry.current();
      if (revision < (seen[at] ?? 0)) broken.add('a page moved to an older revision');
      seen[at] = revision;
      const { mount, card } = page.state();
      if (page.answers.length === 0 && !mount && !card) broken.add('a page is blank');
    }
  }

  async function step(): Promise<void> {
    for (const one of later) one.left -= 1;
    for (const one of later.filter(({ left }) => left <= 0)) {
      later.splice(later.indexOf(one), 1);
      one.run();
    }
    const act = chance.pick([
      'store',
      'store',
      'store',
      'store',
      'page',
      'page',
      'poll',
      'time',
      'command',
      'heal',
      'cut',
      'attack',
      'attack',
      'restart',
    ] as const);
    const page = chance.pick(pages);
    if (act === 'store')
      for (let calls = chance.between(1, 15); calls > 0; calls--) {
        bucket.waiting.splice(chance.between(0, Math.max(0, bucket.waiting.length - 1)), 1)[0]?.();
        await settle();
      }
    else if (act === 'page') page.answer(chance.between(0, Math.max(0, page.answers.length - 1)));
    else if (act === 'poll') {
      const snapshot = snapshotOf(chance.between(0, 1));
      if (snapshot) await page.receive(snapshot.signed);
    } else if (act === 'time') await clock.advance(chance.between(1, 60) * 1_000, settle);
    else if (act === 'command' && busy < 3) {
      if (chance.chance(0.6)) activateOne(chance.pick(VERSIONS), chance.chance(0.3));
      else rollBackOne();
    } else if (act === 'restart') await chance.pick(hosts).restart();
    else if (act === 'heal') await heal(chance.between(0, 1));
    else if (act === 'cut') {
      const host = chance.pick(hosts);
      if (chance.chance(0.3)) host.actor.isCut = !host.actor.isCut;
      page.setOnline(chance.chance(0.7));
    } else if (act === 'attack' && !isAttacking && chance.chance(0.5)) await attack();
    await settle();
    checkHosts();
    checkPages();
  }
  for (let at = 0; at < STEPS; at++) await step();

  // The faults end, and all waiting calls run.
  for (const { run: act } of later.splice(0)) act();
  for (const { actor } of hosts) actor.isCut = false;
  for (const page of pages) page.setOnline(true);
  for (let turn = 0; turn < 2_000 && busy > 0; turn++) {
    bucket.waiting.splice(0, 1)[0]?.();
    await settle();
  }
  await clock.advance(2 * MINUTE, settle);

  /** Each host has the newest revision, and each page runs the best version of it. */
  async function checkSets(): Promise<void> {
    const final = verifyRegistry((await owner.registry()) ?? '', ops.publicKey).registry;
    const module = final.modules[MODULE];
    const isRunnable = [module?.version, module?.lastGood?.version].some((one) => one !== undefined && !bad.has(one));
    for (const { live } of hosts)
      if (live.current()?.registry.revision !== final.revision) broken.add('a host does not reach the newest revision');
    for (const page of pages) {
      const { mount, attempt } = page.state();
      const version = mount?.version.version;
      if (page.registry.current().revision !== final.revision) broken.add('a page does not reach the newest revision');
      if (isRunnable && version !== undefined && version in (module?.quarantined ?? {})) broken.add('a page runs a quarantined version');
      if (isRunnable && version === undefined) broken.add('a page shows no version although one works');
      if (isRunnable && attempt && page.answers.length === 0) broken.add('a page does not end its start of a version');
    }
  }
  /** Gives each host and page the time to follow. */
  async function checkFollowers(): Promise<void> {
    for (let round = 0; round < 3; round++)
      for (const page of pages) {
        const snapshot = snapshotOf(round % 2);
        if (snapshot) await page.receive(snapshot.signed);
        if (page.state().card) page.retry();
        for (let answer = 0; answer < 200 && page.answers.length > 0; answer++) page.answer(0);
        await clock.advance(MINUTE, settle);
      }
    checkHosts();
    checkPages();
    await checkSets();
  }
  async function healAll(): Promise<void> {
    for (let turn = 0; turn < 4; turn++) {
      await heal(turn % 2);
      await clock.advance(MINUTE, settle);
    }
    await checkFollowers();
  }
  await checkFollowers();
  await healAll();
  // A person forces a version to run again that self-heal rolled back.
  const healed = (await owner.history()).filter(({ by }) => by === SELF_HEAL_ACTOR).at(-1)?.changes[0]?.from;
  if (healed) {
    const person = { by: 'ana', why: 'run again', force: true };
    await activate(contextOf(owner), [{ name: MODULE, version: healed }], person).catch(() => undefined);
    await clock.advance(MINUTE, settle);
    await healAll();
  }

  for (const defect of await historyDefects(owner, ops, log)) broken.add(defect);
  for (const { live } of hosts) live.stop();
  return [...broken].sort();
}

/** Compares the store with the changes that commands acknowledged, and each revision with its predecessor. */
async function historyDefects(store: CommandContext['store'], ops: Key, log: readonly Done[]): Promise<string[]> {
  const found: string[] = [];
  const history = await store.history();
  const isStored = ({ revision, to }: Done) =>
    history.some((line) => line.revision === revision && line.changes.some((change) => change.to === to));
  if (!log.every(isStored)) found.push('an acknowledged change is not in the history');
  if (new Set(log.map(({ revision }) => revision)).size !== log.length) found.push('two changes have one number');
  const healed = history.filter(({ by }) => by === SELF_HEAL_ACTOR).flatMap(({ changes }) => changes.map(({ from }) => from));
  if (new Set(healed).size !== healed.length) found.push('self-heal rolled one version back twice');
  let before: string[] = [];
  for (const { revision } of history) {
    const { registry } = verifyRegistry((await store.revision(revision)) ?? '', ops.publicKey);
    const { version, quarantined = {} } = registry.modules[MODULE] ?? {};
    const isLost = before.some((one) => !(one in quarantined) && one !== version);
    if (isLost) found.push('a revision lost the quarantine of an earlier one');
    before = Object.keys(quarantined);
  }
  return found;
}

/** A host that reads the registry once. */
function onceOnly(read: () => Promise<string | null>): () => Promise<string | null> {
  let first: Promise<string | null> | undefined;
  return () => {
    first ??= read();
    return first;
  };
}

/** A command that writes onto the revision that it read first, whichever is the newest. */
const ignoringRaces = (store: CommandContext['store']): CommandContext['store'] => ({
  ...store,
  registry: onceOnly(store.registry),
  appendRevision: async (_expected, next, line) => store.appendRevision(await store.registry(), next, line),
});
