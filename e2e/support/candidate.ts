import { type Browser, expect, type Page } from '@playwright/test';

/** The cookie, `name=value`, of a run against a candidate (`npm run e2e -- --candidate LINK`). */
const COOKIE = process.env.PORTAL_CANDIDATE;

/** The initial state of each browser, as if it had opened the candidate's link. */
export function candidateState(baseURL: string) {
  if (!COOKIE) return {};
  const at = COOKIE.indexOf('=');
  const [name, value] = [COOKIE.slice(0, at), COOKIE.slice(at + 1)];
  const { hostname: domain, protocol } = new URL(baseURL);
  const cookie = { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: protocol === 'https:', sameSite: 'Lax' as const };
  return { storageState: { cookies: [cookie], origins: [] } };
}

/** Runs in the page: whether its registry is a candidate; null in a page that is not the portal's. */
function isCandidate(): boolean | null {
  if (!document.querySelector('script[data-shell]')) return null;
  try {
    const { document: text } = JSON.parse(document.getElementById('registry')?.textContent ?? '') as { document: string };
    return (JSON.parse(text) as { candidate?: unknown }).candidate !== undefined;
  } catch {
    return false;
  }
}

/** In a run against a candidate, asserts that no page that a test left open shows the active versions instead. */
export async function expectCandidate(browser: Browser): Promise<void> {
  if (!COOKIE) return;
  const pages = browser.contexts().flatMap((context) => context.pages());
  // A page that is navigating gives no result.
  const found = await Promise.all(pages.map((page: Page) => page.evaluate(isCandidate).catch(() => null)));
  expect(found, 'pages that are the candidate').not.toContain(false);
}
