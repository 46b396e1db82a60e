import { test as base } from '../support/fixtures';
import { portalCommandOn } from '../support/portal-command';
import { publishChangedCopy, type Release } from './change-release';
import { type IsolatedHost, openIsolatedHost, type Portal } from './matrix/test-host';

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
export const test = base.extend<object, Fixtures & { stand: IsolatedHost }>({
  stand: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const stand = await openIsolatedHost(ownPortal(), {});
      await use(stand);
      await stand.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  portalCommand: [async ({ stand }, use) => use(portalCommandOn(stand.data)), { scope: 'worker' }],
  baseURL: async ({ stand }, use) => use(stand.url),
});

/** Publishes a changed copy of the active version of a module, like a bad release. */
export const publishChanged = ({ context, good }: IsolatedHost, module: string, changed: Release): Promise<void> =>
  publishChangedCopy(context, module, good[module] ?? '', changed);

/** Changes a script so that its exported screen throws when it renders. */
export const makeThrow = (screen: string) => (text: string) =>
  text.replace(new RegExp(`\\b${screen}:\\(\\)=>[\\w$]+`), `${screen}:()=>()=>{throw new Error("spoiled")}`);
