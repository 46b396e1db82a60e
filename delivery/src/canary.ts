import type { Registry } from '@portal/mf-kit/module';
import { commit, type Desk, decide, insistedOn, manifestOf, type Order, type Outcome, type Request, takenBack } from './desk';
import { activateOn } from './operate';
import { EndedAlready, Refusal } from './refusal';
import { nextWithCanary } from './registry';

/** Lets `percent` of the devices run a version. The others run the active version, which is also the fallback. */
export const canary = (desk: Desk, request: Request, percent: number, order: Order): Promise<Outcome> =>
  decide(desk, [request.name], async (text, registry) => {
    const { name, version } = request;
    if (!(percent > 0 && percent < 100)) throw new Refusal('--percent is above 0 and below 100; for everybody: portal activate');
    if (name === 'shell') throw new Refusal('the shell has no canary: try it out with portal stage');
    const entry = registry?.modules[name];
    if (!registry || !entry) throw new Refusal(`${name} is not active: there is nothing to compare a canary with`);
    if (entry.version === version) throw new Refusal(`${name} ${version} is active already`);
    const overruled = insistedOn(order, [takenBack(registry, request)]);
    const { manifest, bytes } = await manifestOf(desk.store, request);
    const word = { by: order.by, why: order.why, at: desk.now().toISOString() };
    const next = nextWithCanary(registry, name, { manifest, bytes, percent }, word);
    const change = { name, from: entry.canary?.version ?? null, to: version, how: 'canary' as const, percent };
    return commit(desk, text, { running: registry, registry: next, changes: [change], begin: [manifest], overruled }, order);
  });

/** Returns the running canary. Throws if there is none, or if another version than the named one is running. */
function canaryOf(registry: Registry | null, { name, version }: Ended, verb: string) {
  const entry = registry?.modules[name];
  if (!registry || !entry?.canary) throw new EndedAlready(`${name} has no canary to ${verb}`);
  if (version !== undefined && version !== entry.canary.version)
    throw new EndedAlready(`the canary of ${name} is ${entry.canary.version}, not ${version}; nothing was done`);
  return { registry, entry, canary: entry.canary };
}

/** The module, and optionally the version, of a canary that ends. */
interface Ended {
  name: string;
  version?: string | undefined;
}

export const promote = (desk: Desk, ended: Ended, order: Order): Promise<Outcome | null> =>
  decide(desk, [ended.name], async (text, registry) => {
    const { version } = canaryOf(registry, ended, 'promote').canary;
    return activateOn(desk, text, registry, [{ name: ended.name, version }], order, 'promote');
  });

/** Ends a module's canary and quarantines it. */
export const stopCanary = (desk: Desk, ended: Ended, order: Order): Promise<Outcome> =>
  decide(desk, [ended.name], async (text, current) => {
    const { registry, entry, canary } = canaryOf(current, ended, 'stop');
    const { name } = ended;
    const word = { by: order.by, why: order.why, at: desk.now().toISOString() };
    const next = nextWithCanary(registry, name, null, word, order.why);
    const change = { name, from: canary.version, to: entry.version, how: 'stop' as const };
    return commit(desk, text, { running: registry, registry: next, changes: [change], begin: [], isEnd: true }, order);
  });
