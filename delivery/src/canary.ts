import { commit, type Desk, decide, manifestOf, type Order, type Outcome, type Request } from './desk';
import { activateOn } from './operate';
import { Refusal } from './refusal';
import { nextWithCanary } from './registry';

/** Lets so many percent of the devices run a version instead of the active one, which goes on for all others and stands in where it fails. */
export const canary = (desk: Desk, request: Request, percent: number, order: Order): Promise<Outcome> =>
  decide(desk, [request.name], async (text, registry) => {
    const { name, version } = request;
    if (!(percent > 0 && percent < 100)) throw new Refusal('--percent is above 0 and below 100; for everybody: portal activate');
    if (name === 'shell') throw new Refusal('the shell has no canary: try it out with portal stage');
    const entry = registry?.modules[name];
    if (!registry || !entry) throw new Refusal(`${name} is not active: there is nothing to compare a canary with`);
    if (entry.version === version) throw new Refusal(`${name} ${version} is active already`);
    const reason = entry.quarantined[version];
    if (reason !== undefined && !order.force)
      throw new Refusal(`${name} ${version} was taken back (${reason}); publish a new version, or insist with --force`);
    const { manifest, bytes } = await manifestOf(desk.store, request);
    const word = { by: order.by, why: order.why, at: desk.now().toISOString() };
    const next = nextWithCanary(registry, name, { manifest, bytes, percent }, word);
    const change = { name, from: entry.canary?.version ?? null, to: version, how: 'canary' as const, percent };
    return commit(desk, text, { registry: next, changes: [change], begin: [manifest] }, order);
  });

/** Makes a module's canary the version that everybody runs. */
export const promote = (desk: Desk, name: string, order: Order): Promise<Outcome | null> =>
  decide(desk, [name], async (text, registry) => {
    const version = registry?.modules[name]?.canary?.version;
    if (version === undefined) throw new Refusal(`${name} has no canary to promote`);
    return activateOn(desk, text, registry, [{ name, version }], order, 'promote');
  });

/** Takes a module's canary back from the devices that run it, and keeps it out. */
export const stopCanary = (desk: Desk, name: string, order: Order): Promise<Outcome> =>
  decide(desk, [name], async (text, registry) => {
    const entry = registry?.modules[name];
    if (!registry || !entry?.canary) throw new Refusal(`${name} has no canary to stop`);
    const word = { by: order.by, why: order.why, at: desk.now().toISOString() };
    const next = nextWithCanary(registry, name, null, word, order.why);
    const change = { name, from: entry.canary.version, to: entry.version, how: 'stop' as const };
    return commit(desk, text, { registry: next, changes: [change], begin: [], isEnd: true }, order);
  });
