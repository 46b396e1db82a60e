import { test as base } from '../support/fixtures';
import { portalCommandOn } from '../support/portal-command';
import { type Release, release } from './change-release';
import { openStand, type Portal, type Stand } from './matrix/test-host';

interface Fixtures {
  /** `npm run portal -- …` on the store of the test portal. Resolves with its output. */
  portalCommand: ReturnType<typeof portalCommandOn>;
}

/** The portal under test if this run started it. */
export function ownPortal(): Portal {
  const { PORTAL_URL: url = '', PORTAL_DATA: data = '', API_URL: apiUrl = '', STAFF_TOKEN: staffToken = '' } = process.env;
  return { url, data, apiUrl, staffToken };
}

/** For tests that release and roll back. Their pages come from a separate portal host, so that other tests do not see the releases. */
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

/** Publishes a changed copy of the active version of a module, like a bad release. */
export const publishChanged = ({ context, good }: Stand, module: string, changed: Release): Promise<void> =>
  release(context, module, good[module] ?? '', changed);

/** Changes a script so that its exported screen throws when it renders. */
export const throwing = (screen: string) => (text: string) =>
  text.replace(new RegExp(`\\b${screen}:\\(\\)=>[\\w$]+`), `${screen}:()=>()=>{throw new Error("spoiled")}`);
