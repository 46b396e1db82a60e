import type { PhoneLab } from '../lab';
import { type Address, withSessionOf } from './addresses';
import { emulateNetwork } from './network';
import { runLike } from './phone';
import { openPage, type Site } from './visit';

interface Notes {
  usable: number | null;
}

/**
 * Runs in the page before its own scripts. Records the first frame in which the screen's title is visible, no part waits for data, and the first
 * control is hydrated, or the title if there is no control. React properties of the element show that. A page with deferred scripts starts at a
 * pointer event. The probe repeats that event until `wake`, because the first one may come before the page listens.
 */
function probe(): void {
  const notes: Notes = { usable: null };
  Object.assign(globalThis, { __screen: notes });
  const isShown = (element: Element) => element instanceof HTMLElement && element.checkVisibility();
  const listens = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps$')) && !element.matches(':disabled, [aria-disabled="true"]');
  let isAwake = false;
  document.addEventListener('wake', () => {
    isAwake = true;
  });
  const frame = () => {
    const main = document.querySelector('main');
    const title = [...(main?.querySelectorAll('h1') ?? [])].find(isShown);
    const control = [...(main?.querySelectorAll('a[href], button, input:not([type="hidden"]), select, textarea') ?? [])].find(isShown);
    const isWaiting = main?.querySelector('[aria-busy="true"]');
    if (title && !isAwake) window.dispatchEvent(new Event('pointermove'));
    if (title && !isWaiting && listens(control ?? title)) notes.usable = performance.now();
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const WITHIN_MS = 60_000;

/** @throws if the page navigated to another path, which is not the measured screen */
export function requireThere(url: string, path: string): void {
  const [there, wanted] = [new URL(url).pathname, new URL(path, url).pathname];
  if (there !== wanted) throw new Error(`${wanted} led to ${there}`);
}

const usableAt = () => (globalThis as unknown as { __screen: Notes }).__screen.usable;

/** Milliseconds from opening a screen with a cold cache until it can be used; on the simulated phone over its network, or at the machine's full speed. */
export async function timeUsable(lab: PhoneLab, site: Site, address: Address, speed: 'phone' | 'full'): Promise<number> {
  const { context, page, cdp } = await openPage(await lab.browser(), withSessionOf(site, address), address.session !== null);
  try {
    await page.addInitScript(probe);
    if (speed === 'phone') {
      await emulateNetwork(lab.phone, cdp);
      await runLike(lab.phone, cdp);
    }
    await page.goto(address.path, { waitUntil: 'commit', timeout: WITHIN_MS });
    const at = await page.waitForFunction(usableAt, null, { timeout: WITHIN_MS, polling: 100 });
    requireThere(page.url(), address.path);
    return Number(await at.jsonValue());
  } catch (error) {
    throw new Error(`${site.name}, ${address.path}: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    await context.close();
  }
}
