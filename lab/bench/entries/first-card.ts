import type { Page, Route } from '@playwright/test';
import { touch } from '../../../e2e/support/chrome';
import { type Address, findFronts, withSessionOf } from '../browser/addresses';
import { assertOneVersion } from '../browser/oneVersion';
import { runLike } from '../browser/phone';
import { openPage } from '../browser/visit';
import type { Entry } from '../entry';
import { estimate } from '../estimate';
import type { PhoneLab } from '../lab';
import { median, ms, p95 } from '../numbers';

const WITHIN_MS = 30_000;
const HUNG_AT_MOST_MS = 10_000;

const tampered = async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()}\n;` });
};
const gone = (route: Route) => route.fulfill({ status: 404, body: '' });

interface Fault {
  what: string;
  /** Not for prerendered pages, which contain their styles. */
  isOfLinks?: true;
  files: string;
  answer?: (route: Route) => Promise<void>;
}

const faults: Fault[] = [
  { what: 'entry gone', files: 'remoteEntry\\.js', answer: gone },
  { what: 'stylesheets gone', files: '.*\\.css', answer: gone, isOfLinks: true },
  { what: 'scripts tampered with', files: '(?!remoteEntry).*\\.js', answer: tampered },
];
const hung: Fault = { what: 'hung', files: 'remoteEntry\\.js' };

/** Runs in the page: records when the error card with its Retry button is painted. Above prerendered content it is one line without a heading. */
function watchForCard(): void {
  const notes: { card: number | null } = { card: null };
  Object.assign(globalThis, { __card: notes });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.stand-in-failed button')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      notes.card = performance.timeOrigin + performance.now();
    });
  }).observe(document, { subtree: true, childList: true });
}

const cardAt = async (page: Page): Promise<number> => {
  const read = () => (globalThis as unknown as { __card?: { card: number | null } }).__card?.card;
  return Number(await (await page.waitForFunction(read, null, { timeout: WITHIN_MS })).jsonValue());
};

/** Milliseconds from the first faulty reply (when hung: from opening the page) to the card. */
async function timeCard(lab: PhoneLab, screen: Address, { what, files, answer }: Fault): Promise<number> {
  const { context, page, cdp } = await openPage(await lab.browser(), withSessionOf(await lab.composed(), screen), screen.session !== null);
  try {
    await runLike(lab.phone, cdp);
    await page.addInitScript(watchForCard);
    let failedAt: number | null = answer ? null : Date.now();
    await page.route(new RegExp(`/modules/${screen.module}/[^/]+/${files}`), async (route) => {
      if (!answer) return;
      await answer(route);
      failedAt ??= Date.now();
    });
    const sleeps = screen.session === null;
    await page.goto(screen.path, { waitUntil: sleeps ? 'domcontentloaded' : 'commit' });
    // A public page loads its scripts at the first input.
    if (sleeps) await touch(page);
    const at = await cardAt(page);
    if (failedAt === null) throw new Error(`${screen.module}: no file was requested that the fault applies to`);
    return at - failedAt;
  } catch (error) {
    throw new Error(`${screen.path}, ${what}: ${(error as Error).message.split('\n')[0]}`);
  } finally {
    await context.close();
  }
}

export const firstCard: Entry = {
  id: 'first-card',
  what: "From a remote's failure at the first load to its card, every remote, p95 (hung: 10 s at most)",
  on: 'phone',
  unit: 'ms',
  atMost: 2500,
  async measure(lab) {
    await assertOneVersion((await lab.composed()).url);
    const took = new Map<string, number[]>(faults.map(({ what }) => [what, []]));
    const waited: number[] = [];
    for (const screen of await findFronts(lab)) {
      lab.say(`cards of ${screen.module}`);
      for (let run = 1; run <= lab.runs; run++)
        for (const fault of faults.filter(({ isOfLinks }) => screen.session !== null || !isOfLinks))
          took.get(fault.what)?.push(await timeCard(lab, screen, fault));
      waited.push(await timeCard(lab, screen, hung));
    }
    const slowest = Math.max(...waited);
    if (slowest > HUNG_AT_MOST_MS) throw new Error(`a hung remote had its card after ${ms(slowest)}`);
    const all = [...took.values()].flat();
    const each = [...took].map(([what, values]) => `${what} median ${ms(median(values))}, p95 ${ms(p95(values))}`);
    return {
      ...estimate(lab.random, all, p95),
      ratio: { none: 'a portal of one build has no remote that can fail alone' },
      detail: `${all.length} cards, median ${ms(median(all))}; ${each.join('; ')}; hung at most ${ms(slowest)}`,
    };
  },
};
