import { DRAW_COOKIE, DRAW_COUNT, isInCanary } from '@portal/mf-kit/canary';
import type { ViewOutcome } from '@portal/mf-kit/healthReport';
import type { ModuleVersion } from '@portal/mf-kit/module';
import type { Host } from './hosts';
import type { Findings } from './invariants';
import { MODULE, ROUTE } from './releases';

const SIZE = 16;

/** Many devices, each with its own number and network. They report their views, and have no open page in the simulation. */
export function createCrowd({ findings, isBroken }: { findings: Findings; isBroken: (version: string) => boolean }) {
  // Spread over all numbers, so that each share has about its part of them.
  const draws = Array.from({ length: SIZE }, (_, at) => Math.floor(((at + 0.5) * DRAW_COUNT) / SIZE));

  function view(host: Host, draw: number): void {
    const registry = host.setOf(`${DRAW_COOKIE}=${draw}`);
    const module = registry?.modules[MODULE];
    if (!registry || !module) return;
    const snapshot = host.live()?.current();
    const canary = snapshot?.registry.modules[MODULE]?.canary;
    // A host that cannot read the canary gives it to no device.
    const isReadable = snapshot?.canaries.has(MODULE) || snapshot?.damaged.length === 0;
    const isChosen = canary && isReadable ? isInCanary(MODULE, canary.percent, draw) : false;
    if (canary && (module.version === canary.version) !== isChosen) findings.add('the devices with a canary are not those of its share');
    const device = `crowd ${draw}`;
    const report = ({ version }: ModuleVersion, ended: ViewOutcome) =>
      host.report({ device, network: device }, registry.revision, {
        token: '',
        sightings: [{ name: MODULE, version, route: ROUTE, ended }],
        ratings: [],
      });
    for (const one of [module, module.lastGood, module.lastGoodOfActive]) {
      if (!one) return;
      report(one, isBroken(one.version) ? 'failed' : 'stood');
      if (!isBroken(one.version)) return;
    }
  }
  return {
    size: SIZE,
    view: (host: Host) => {
      for (const draw of draws) view(host, draw);
    },
    /** The number of devices with a canary of this share. */
    countIn: (percent: number) => draws.filter((draw) => isInCanary(MODULE, percent, draw)).length,
  };
}
export type Crowd = ReturnType<typeof createCrowd>;

/** The exact share of all numbers that have a canary, in percent. */
export const shareOf = (percent: number): number =>
  (Array.from({ length: DRAW_COUNT }, (_, draw) => isInCanary(MODULE, percent, draw)).filter(Boolean).length / DRAW_COUNT) * 100;
