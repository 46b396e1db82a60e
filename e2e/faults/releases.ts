import { openStand, type Portal, type Stand } from '../../tools/faults/matrix/stand';
import { type Release, release } from '../../tools/faults/release';
import { test as base } from '../support/fixtures';
import { portalCommandOn } from '../support/portal-command';

interface Fixtures {
  /** `npm run portal -- …` on the store of the stand. Resolves with what it said. */
  portalCommand: ReturnType<typeof portalCommandOn>;
}

/** The portal under test, where it is this run's own. */
export function ownPortal(): Portal {
  const { PORTAL_URL: url = '', PORTAL_DATA: data = '', API_URL: apiUrl = '', STAFF_TOKEN: staffToken = '' } = process.env;
  return { url, data, apiUrl, staffToken };
}

/** For what releases and takes back: its pages come from a stand, so that nothing of it is met by what runs beside it. */
export const test = base.extend<object, Fixtures & { stand: Stand }>({
  stand: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const stand = await openStand(ownPortal(), {});
      await use(stand);
      await stand.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  portalCommand: [async ({ stand }, use) => use(portalCommandOn(stand.data)), { scope: 'worker' }],
  baseURL: async ({ stand }, use) => use(stand.url),
});

/** Publishes another version of a module on a stand: what runs there, changed as a bad release would be. */
export const publishChanged = ({ desk, good }: Stand, module: string, changed: Release): Promise<void> =>
  release(desk.store, module, good[module] ?? '', changed);

/** The script whose exported screen throws when it is rendered. */
export const throwing = (screen: string) => (text: string) =>
  text.replace(new RegExp(`\\b${screen}:\\(\\)=>[\\w$]+`), `${screen}:()=>()=>{throw new Error("spoiled")}`);
