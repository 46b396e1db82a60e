import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { removeJob } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { awardTo, postNights } from '../../../e2e/support/jobs';
import { Staff } from '../../../e2e/support/staff';
import { makeGuardOf, sessionOf } from '../../faults/matrix/person';
import { executes, executing, type Release, releaseOf } from '../browser/release';
import { hideBehind, openTabs } from '../browser/tabs';
import { openPage, type Site } from '../browser/visit';
import type { Entry } from '../entry';
import { exactly } from '../estimate';
import type { Lab } from '../lab';
import { median, ms, p95 } from '../numbers';
import { desktop, REMOTE, release, takeBack, WITHIN_MS } from './rollback';

const WAVES = 5;
/** To look at what a page says right now. */
const STILL_MS = 1_000;

/** How the pages of a browser are when their module is taken back. A browser's tabs elect who listens: two each. */
type Kind = 'seen' | 'typed in' | 'hidden' | 'offline';
const KINDS: readonly Kind[] = ['seen', 'seen', 'typed in', 'hidden', 'offline', 'offline'];
const TYPED = 'My daughter is ill.';

interface Opened {
  kind: Kind;
  context: BrowserContext;
  pages: Page[];
  close: () => Promise<void>;
}

interface Swapped {
  kind: Kind;
  /** From the command, or from when the page could hear of it and its guard let it go. Null: not within the time. */
  took: number | null;
  isReloaded: boolean;
  /** What was typed and not sent is gone though the guard did not let it go. */
  isLost: boolean;
}

/** A browser of which a guard sees one tab, and in which they are logged in. */
async function openUnseen({ session }: Site) {
  const { context, close } = await openTabs();
  // tsx names functions by a helper that the page does not have.
  await context.addInitScript('globalThis.__name ??= (named) => named;');
  await context.setStorageState(session);
  return { context, page: await context.newPage(), close };
}

/** A guard with a job from which they can ask for leave, and pages of theirs. */
async function openAll(lab: Lab) {
  const site = await lab.composed();
  const staffToken = readFileSync(join(lab.folder, 'composed/staff-token'), 'utf8').trim();
  const staff = new Staff(site.url, staffToken);
  const made = await makeGuardOf({ url: site.url, staffToken, data: '', apiUrl: site.url });
  const job = await postNights(staff, `Night watch ${lab.seed}`);
  await awardTo(site.url, staff, made.guard, job);
  const opened: Opened[] = [];
  for (const kind of KINDS) {
    const session = await sessionOf(site.url, made.guard);
    const theirs = { ...site, session };
    const { context, page, close } =
      kind === 'hidden' ? await openUnseen(theirs) : { ...(await openPage(await lab.browser(), theirs, true, desktop)), close: null };
    const pages = [page, await context.newPage()];
    for (const one of pages) await one.goto(site.url + jobsPaths.search());
    opened.push({ kind, context, pages, close: close ?? (() => context.close()) });
  }
  return {
    opened,
    detail: site.url + jobsPaths.jobDetail({ jobId: job.jobId, shiftId: job.shiftIds[0] }),
    async close() {
      for (const { close } of opened) await close();
      await staff.call(removeJob, { jobId: job.jobId });
      await made.remove();
    },
  };
}

const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { __sameDocument: true }));
const isSame = (page: Page) => page.evaluate(() => '__sameDocument' in globalThis);

async function swapped(kind: Kind, page: Page, { module, good }: Release, since: number): Promise<Swapped> {
  const took = await executes(page, module, good, WITHIN_MS).then(
    () => performance.now() - since,
    () => null,
  );
  return { kind, took, isReloaded: !(await isSame(page)), isLost: false };
}

const fieldOf = (page: Page) => page.getByRole('dialog').getByLabel(/Description/);

/** Asks for leave, as far as the words. */
async function typeIn(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(leaveMessages.apply) })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Other').check();
  await fieldOf(page).fill(TYPED);
}

/** The guard is asked, and lets what they typed go; or does not, and throws it away themselves later. */
async function answered(page: Page, of: Release, goesOn: boolean): Promise<Swapped> {
  const question = page.getByRole('alertdialog', { name: 'Update this page?' });
  const isAsked = await question.waitFor({ timeout: WITHIN_MS }).then(
    () => true,
    () => false,
  );
  const isLost =
    !isAsked ||
    (await fieldOf(page)
      .inputValue({ timeout: STILL_MS })
      .catch(() => null)) !== TYPED;
  if (isLost) return { ...(await swapped('typed in', page, of, performance.now())), isLost };
  await question.getByRole('button', { name: goesOn ? 'Not now' : 'Update' }).click();
  if (!goesOn) return swapped('typed in', page, of, performance.now());
  await executes(page, of.module, of.bad, STILL_MS);
  const isKept = (await fieldOf(page).inputValue()) === TYPED;
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  return { ...(await swapped('typed in', page, of, performance.now())), isLost: !isKept };
}

/** Pages that run the bad version, when it is taken back. */
async function wave(lab: Lab, { opened, detail }: Awaited<ReturnType<typeof openAll>>, of: Release): Promise<Swapped[]> {
  await release(lab, of);
  const pagesOf = (kind: Kind) => opened.filter((one) => one.kind === kind).flatMap(({ pages }) => pages);
  // Each version is asked about once in a page.
  for (const page of pagesOf('typed in')) await page.goto(detail);
  for (const page of opened.flatMap(({ pages }) => pages)) {
    await page.bringToFront();
    await executes(page, of.module, of.bad, WITHIN_MS);
    await mark(page);
  }
  for (const page of pagesOf('typed in')) await typeIn(page);
  const unseen = opened.filter(({ kind }) => kind === 'hidden');
  const hidden = await Promise.all(
    unseen.map(async ({ context, pages }) => {
      const front = await context.newPage();
      return { front, pages, see: await hideBehind(front, pages, WITHIN_MS) };
    }),
  );
  const offline = opened.filter(({ kind }) => kind === 'offline').map(({ context }) => context);
  for (const context of offline) await context.setOffline(true);

  const began = performance.now();
  const here = [
    ...pagesOf('seen').map((page) => swapped('seen', page, of, began)),
    ...pagesOf('typed in').map((page, at) => answered(page, of, at % 2 === 0)),
  ];
  await takeBack(lab, of);
  const all = await Promise.all(here);
  // Who heard of it all the same was not away, and says nothing of a return.
  for (const page of [...pagesOf('offline'), ...pagesOf('hidden')])
    if ((await executing(page, of.module)) !== of.bad) throw new Error('a page that was away runs another version');
  const back = performance.now();
  for (const context of offline) await context.setOffline(false);
  all.push(...(await Promise.all(pagesOf('offline').map((page) => swapped('offline', page, of, back)))));
  for (const { front, pages, see } of hidden) {
    for (const page of pages) {
      const since = performance.now();
      await see(page);
      all.push(await swapped('hidden', page, of, since));
    }
    await front.close();
  }
  return all;
}

async function measureWaves(lab: Lab): Promise<Swapped[]> {
  const of = await releaseOf(lab, REMOTE);
  const pages = await openAll(lab);
  const all: Swapped[] = [];
  try {
    for (let count = 1; count <= WAVES; count++) {
      all.push(...(await wave(lab, pages, of)));
      lab.say(`wave ${count} of ${WAVES}`);
    }
    return all;
  } finally {
    await pages.close();
  }
}

const measured = new WeakMap<object, Promise<Swapped[]>>();
/** Both figures are of the same waves. */
function wavesOf(lab: Lab): Promise<Swapped[]> {
  const known = measured.get(lab.browser) ?? measureWaves(lab);
  measured.set(lab.browser, known);
  return known;
}

const wordsOf = (all: readonly Swapped[]) => {
  const kinds = [...new Set(KINDS)].map((kind) => {
    const ofKind = all.filter((one) => one.kind === kind);
    const times = ofKind.flatMap(({ took }) => took ?? []);
    return `${kind}: ${times.length} of ${ofKind.length}${times.length > 0 ? `, median ${ms(median(times))}, p95 ${ms(p95(times))}` : ''}`;
  });
  return kinds.join('; ');
};
const count = (all: readonly Swapped[], is: (one: Swapped) => boolean) => all.filter(is).length;
const pagesAtOnce = KINDS.length * 2;

const late: Entry = {
  id: 'rollback-open-pages',
  what: `Of ${pagesAtOnce} open pages in five waves, some typed in, hidden or offline: not off the bad version within 30 s of the command, of the guard's word, or of being back`,
  on: 'machine',
  unit: '%',
  atMost: 1,
  isLong: true,
  async measure(lab) {
    const all = await wavesOf(lab);
    return { ...exactly((count(all, ({ took }) => took === null) / all.length) * 100, all.length), detail: wordsOf(all) };
  },
};

const lost: Entry = {
  id: 'rollback-lost',
  what: 'Of the same pages: loaded anew, or without what was typed though its guard did not let it go',
  on: 'machine',
  unit: '',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const all = await wavesOf(lab);
    const [reloads, fields] = [count(all, ({ isReloaded }) => isReloaded), count(all, ({ isLost }) => isLost)];
    const typed = count(all, ({ kind }) => kind === 'typed in');
    return {
      ...exactly(reloads + fields, all.length),
      detail: `${reloads} of ${all.length} pages were loaded anew, ${fields} of ${typed} fields were lost`,
    };
  },
};

export const rollbackOpenPages: readonly Entry[] = [late, lost];
