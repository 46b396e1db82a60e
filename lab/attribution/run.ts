import { setTimeout as pause } from 'node:timers/promises';
import { isInCanary } from '@portal/mf-kit/canary';
import { JSDOM } from 'jsdom';
import { random } from '../../api/seed/random';
import { canary } from '../../delivery/src/commands/canary';
import { publish } from '../../delivery/src/commands/publish';
import { statusCommand } from '../../delivery/src/commands/status';
import { readHealth } from '../../delivery/src/health/host-health';
import { browserAt, TOKEN } from '../../delivery/src/host/ops/fixtures';
import { deploy, type FakeBuild, fakeBuild, info, newContext } from '../../delivery/test/fixtures';
import { startTestHost } from '../../delivery/test/test-host';
import { installClock } from '../simulate/clock';
import { CANARY, drawFault, type Fault, type Kind, MODULES, oneOfEach, pathOf, remoteScript, shellScript, VERSIONS } from './faults';
import type { HostReply, Page, Send } from './page';
import { installTimers, installWindow } from './window';

export interface FaultResult {
  fault: Fault;
  /** The new failures in the health file, as `module version`. */
  counted: string[];
  /** Why the fault is not attributed correctly; empty if it is. */
  wrong: string[];
}

const BEGAN = Date.parse('2026-05-01T12:00:00Z');
const squadOf = (module: string) => `@portal/${module.replace('mf-', '')}`;
const buildOf = (name: string, version: string): FakeBuild => ({
  ...{ name, version, owner: squadOf(name), routes: name === 'shell' ? {} : { [pathOf(name)]: name } },
  script: name === 'shell' ? shellScript(version) : remoteScript(name, version),
});

/** The portal: three revisions of all modules, and a canary of each. */
async function openPortal(now: () => number) {
  const context = { ...newContext(), now: () => new Date(now()) };
  const token = { token: TOKEN, codeKey: null, context: null };
  const env = { PORTAL_TRUSTED_PROXIES: '1' };
  for (const version of VERSIONS.slice(0, 2)) await deploy(context, ...['shell', ...MODULES].map((name) => buildOf(name, version)));
  const host = await startTestHost(1, undefined, { context, now, env, ops: token });
  return { context, host };
}

type Portal = Awaited<ReturnType<typeof openPortal>>;

/** A device at its own address. Its cookie comes from a page, and a page may be of an earlier revision. */
function connect({ host }: Portal, address: string) {
  let cookie = '';
  const send: Send = async (method, url, body) => {
    const {
      statusCode,
      headers,
      body: text,
    } = await host.app.inject({
      ...{
        method,
        url,
        headers: { 'x-forwarded-for': address, cookie, 'content-type': 'text/plain;charset=UTF-8', host: 'portal.example.com' },
      },
      ...(body !== undefined && { payload: body }),
    });
    const all = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    const [device] = [headers['set-cookie'] ?? []].flat().flatMap((one) => /^reporting-device=[^;]+/.exec(one)?.[0] ?? []);
    cookie = device ?? cookie;
    return { status: statusCode, body: text, headers: Object.fromEntries(all) } satisfies HostReply;
  };
  return send;
}

/** Failures by `module version`. */
async function failuresOf({ context }: Portal): Promise<Map<string, number>> {
  const { modules } = await readHealth(context.store, context.now().getTime());
  return new Map(
    Object.entries(modules).flatMap(([name, versions]) =>
      Object.entries(versions).map(([version, { failed, threw }]) => [`${name} ${version}`, failed + threw] as const),
    ),
  );
}

/** The number of a device that runs this version of the module: the canary or the active one. */
function drawFor({ version }: Fault, module: string): number {
  for (let draw = 0; ; draw++) if (isInCanary(module, 50, draw) === (version === CANARY)) return draw;
}

type Advance = (ms: number) => Promise<void>;

/** The guard opens the module's screen, uses it, and opens another module. */
async function play(page: Page, { kind, module: faulty }: Fault, module: string, advance: Advance): Promise<void> {
  if (faulty === 'shell') await page.runShell();
  page.network.isOnline = kind !== 'no connection';
  page.visit(module);
  await advance(4_500);
  page.act();
  await advance(1_000);
  page.visit(MODULES.find((name) => name !== module) ?? module);
  await advance(5_000);
}

/** Resolves when the host has written its counts since then. The host skips a write while an earlier one is in progress, so simulated time passes until the next one. */
async function waitForFile({ context }: Portal, since: number, advance: (ms: number) => Promise<void>): Promise<void> {
  const isWritten = async () =>
    [...(await context.store.health()).values()].some((text) => Date.parse((JSON.parse(text) as { at: string }).at) > since);
  while (!(await isWritten())) await advance(1_000);
}

/** Compares the health file, `portal status` and the operations page with the fault. */
async function judge(portal: Portal, fault: Fault, before: Map<string, number>, opsPage: () => Promise<Response>): Promise<FaultResult> {
  const { module, version, isAttributable } = fault;
  const counted = [...(await failuresOf(portal))].filter(([key, count]) => count > (before.get(key) ?? 0)).map(([key]) => key);
  const wanted = isAttributable ? [`${module} ${version}`] : [];
  const wrong = JSON.stringify(counted) === JSON.stringify(wanted) ? [] : [`counted against ${counted.join(', ') || 'nobody'}`];
  if (isAttributable) {
    const { text } = await statusCommand.run(portal.context, [], {}, null);
    const [section = ''] = text.split(/\n(?=\S)/).filter((part) => part.startsWith(`${module} `));
    if (!section.includes(`owner: ${squadOf(module)}\n`)) wrong.push('portal status names another owner');
    const line =
      section
        .split(version)[1]
        ?.split('\n')
        .find((one) => /views,/.test(one)) ?? '';
    if (!/[1-9][\d.]* % (failed|threw)/.test(line)) wrong.push('portal status shows no failure of the version');
    const [, card = ''] = (await (await opsPage()).text()).split(`<h3 id="m-${module}">`);
    const [own = ''] = card.split('</article>');
    if (!own.includes(`<dt>owner</dt><dd>${squadOf(module)}</dd>`) || !own.includes(version))
      wrong.push('/_ops names another owner or version');
  }
  return { fault, counted, wrong };
}

/** Runs faults in pages of a real portal host, and compares what operators read with the faults. The same faults give the same result. */
export async function runFaults(
  seed: number,
  count: number,
  kinds: readonly Kind[],
  isShort: boolean,
  onResult: (result: FaultResult) => void,
): Promise<FaultResult[]> {
  const chance = random(seed);
  const faults = isShort ? oneOfEach(chance, kinds) : Array.from({ length: count }, () => drawFault(chance, kinds));
  const clock = installClock(BEGAN);
  let pending = 0;
  const track = <T>(work: Promise<T>): Promise<T> => {
    pending += 1;
    return work.finally(() => {
      pending -= 1;
    });
  };
  const turn = () => new Promise<void>((next) => setImmediate(next));
  /** Ends when all code waits for a timer of the page. Replies of the host and hashes take real time. */
  const settle = async () => {
    for (let turns = 0; turns < 6 || pending > 0; turns++) await (pending > 0 ? pause(1) : turn());
  };
  const { subtle } = crypto;
  const digest = subtle.digest.bind(subtle);
  subtle.digest = (...given) => track(digest(...given));

  const { error, warn } = console;
  // React and the browser describe each fault.
  Object.assign(console, { error: () => undefined, warn: () => undefined });
  installWindow(new JSDOM('').window);
  installTimers();
  // React reads the window when it is loaded.
  const { openPage } = await import('./page');
  let reject: (reason: unknown) => void = () => undefined;
  const onRejection = (reason: unknown) => reject(reason);
  process.on('unhandledRejection', onRejection);

  const portal = await openPortal(clock.now);
  const { host, context } = portal;
  const pages = new Map<string, string>();
  const htmlOf = async (revision: string, module: string, send: Send) => {
    const { body } = await send('GET', pathOf(module));
    const kept = pages.get(`${revision} ${module}`) ?? body;
    pages.set(`${revision} ${module}`, kept);
    return kept;
  };
  for (const module of MODULES) await htmlOf('before', module, connect(portal, '203.0.113.1'));
  await deploy(context, ...['shell', ...MODULES].map((name) => buildOf(name, '1.1.0')));
  for (const name of MODULES) {
    await publish(context, fakeBuild(buildOf(name, CANARY)), {});
    await canary(context, { name, version: CANARY }, 50, info);
  }
  const revision = (await context.store.latestRevision()).used;
  while (host.live.current()?.registry.revision !== revision) await clock.advance(1_000, () => pause(2));

  const browser = browserAt(() => host.app);
  const badge =
    /^ops=([^;]+)/.exec((await browser.post({ act: 'enter', name: 'Ana', token: TOKEN })).headers.get('set-cookie') ?? '')?.[1] ?? '';
  const results: FaultResult[] = [];
  for (const [at, fault] of faults.entries()) {
    const before = await failuresOf(portal);
    const send = connect(portal, `198.51.${Math.floor(at / 250)}.${(at % 250) + 1}`);
    const module = fault.module === 'shell' ? 'mf-jobs' : fault.module;
    const html = await htmlOf(fault.version === '1.0.0' ? 'before' : 'now', module, send);
    const page = openPage({ html, fault, draw: drawFor(fault, module), send, track });
    reject = page.reject;
    await play(page, fault, module, (ms) => clock.advance(ms, settle));
    page.close();
    await settle();
    const closed = clock.now();
    // The host writes new counts every five seconds.
    await clock.advance(5_000, settle);
    await waitForFile(portal, closed, (ms) => clock.advance(ms, () => pause(20)));
    const result = await judge(portal, fault, before, () => browser.get(badge));
    results.push(result);
    onResult(result);
  }
  process.off('unhandledRejection', onRejection);
  Object.assign(console, { error, warn });
  subtle.digest = digest;
  await host.close();
  clock.restore();
  return results;
}
