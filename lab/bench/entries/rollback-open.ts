import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { removeJob } from '@portal/contracts/jobs/jobs.staff';
import { createMatrixGuard, createSession } from '../../../e2e/faults/matrix/matrix-guard';
import { awardTo, postNights } from '../../../e2e/support/jobs';
import { Staff } from '../../../e2e/support/staff';
import { executingVersion, type Release, releaseOf, WITHIN_MS, waitUntilExecuting } from '../browser/release';
import { hideBehind, openTabs } from '../browser/tabs';
import {
  answerQuestion,
  checkReadPage,
  type Kind,
  lookAgain,
  markDocument,
  type ReplacementResult,
  scroll,
  typeIn,
  waitForReplacement,
} from '../browser/takenBack';
import { openPage, type Site } from '../browser/visit';
import type { Entry } from '../entry';
import { exactEstimate } from '../estimate';
import type { Lab } from '../lab';
import { median, ms, p95 } from '../numbers';
import { desktop, REMOTE, release, takeBack } from './rollback';

const WAVES = 5;
/** Two tabs each, because the tabs of a browser elect a leader tab. */
const KINDS: readonly Kind[] = ['seen', 'seen', 'typed in', 'hidden', 'offline', 'typed in and offline'];
const TYPED_IN: readonly Kind[] = ['typed in', 'typed in and offline'];
/** Waiting time after the last rollback, to detect late effects. */
const AFTERWARDS_MS = 5_000;
const OFFLINE: readonly Kind[] = ['offline', 'typed in and offline'];

interface Opened {
  kind: Kind;
  context: BrowserContext;
  pages: Page[];
  close: () => Promise<void>;
}

/** Opens a browser in which the guard is logged in and can see one tab only. */
async function openUnseen({ session }: Site) {
  const { context, close } = await openTabs();
  // tsx wraps functions in a helper, `__name`, that the page does not have.
  await context.addInitScript('globalThis.__name ??= (named) => named;');
  await context.setStorageState(session);
  return { context, page: await context.newPage(), close };
}

/** Creates a guard with a job, who can request leave, and opens pages of every kind. */
async function openAll(lab: Lab) {
  const site = await lab.composed();
  const staffToken = readFileSync(join(lab.folder, 'composed/staff-token'), 'utf8').trim();
  const staff = new Staff(site.url, staffToken);
  const made = await createMatrixGuard({ url: site.url, staffToken, data: '', apiUrl: site.url });
  const job = await postNights(staff, `Night watch ${lab.seed}`);
  await awardTo(site.url, staff, made.guard, job);
  const opened: Opened[] = [];
  for (const kind of KINDS) {
    const session = await createSession(site.url, made.guard);
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

interface Looked {
  page: Page;
  found: ReplacementResult;
}

const looked = async (page: Page, found: Promise<ReplacementResult>): Promise<Looked> => ({ page, found: await found });

/** Rolls the bad version back while all pages run it, and returns the result per page. */
async function wave(lab: Lab, { opened, detail }: Awaited<ReturnType<typeof openAll>>, of: Release): Promise<ReplacementResult[]> {
  await release(lab, of);
  const pagesOf = (...kinds: readonly Kind[]) => opened.filter(({ kind }) => kinds.includes(kind)).flatMap(({ pages }) => pages);
  // A page asks once per version, so it is loaded again.
  for (const page of pagesOf(...TYPED_IN)) await page.goto(detail);
  for (const page of opened.flatMap(({ pages }) => pages)) {
    await page.bringToFront();
    await waitUntilExecuting(page, of.module, of.bad, WITHIN_MS);
    await markDocument(page);
  }
  for (const page of pagesOf(...TYPED_IN)) await typeIn(page);
  for (const page of pagesOf('seen')) await scroll(page);
  const unseen = opened.filter(({ kind }) => kind === 'hidden');
  const hidden = await Promise.all(
    unseen.map(async ({ context, pages }) => {
      const front = await context.newPage();
      return { front, pages, see: await hideBehind(front, pages, WITHIN_MS) };
    }),
  );
  const offline = opened.filter(({ kind }) => OFFLINE.includes(kind)).map(({ context }) => context);
  for (const context of offline) await context.setOffline(true);

  const began = performance.now();
  const here = [
    ...pagesOf('seen').map((page) => looked(page, checkReadPage(page, of, began))),
    ...pagesOf('typed in').map((page, at) => looked(page, answerQuestion('typed in', page, of, at % 2 === 0))),
  ];
  await takeBack(lab, of);
  const all = await Promise.all(here);
  // A page that received the rollback while it should be away would not test a return.
  for (const page of pagesOf(...OFFLINE, 'hidden'))
    if ((await executingVersion(page, of.module)) !== of.bad) throw new Error('a hidden or offline page does not run the bad version');
  const back = performance.now();
  for (const context of offline) await context.setOffline(false);
  const returned = [
    ...pagesOf('offline').map((page) => looked(page, waitForReplacement('offline', page, of, back))),
    ...pagesOf('typed in and offline').map((page, at) => looked(page, answerQuestion('typed in and offline', page, of, at % 2 === 0))),
  ];
  all.push(...(await Promise.all(returned)));
  for (const { front, pages, see } of hidden) {
    for (const page of pages) {
      const since = performance.now();
      await see(page);
      all.push(await looked(page, waitForReplacement('hidden', page, of, since)));
    }
    await front.close();
  }
  await pause(AFTERWARDS_MS);
  return Promise.all(all.map(({ page, found }) => lookAgain(page, found, of)));
}

async function measureWaves(lab: Lab): Promise<ReplacementResult[]> {
  const of = await releaseOf(lab, REMOTE);
  const pages = await openAll(lab);
  const all: ReplacementResult[] = [];
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

const measured = new WeakMap<object, Promise<ReplacementResult[]>>();
/** Both figures use the same waves. */
function wavesOf(lab: Lab): Promise<ReplacementResult[]> {
  const known = measured.get(lab.browser) ?? measureWaves(lab);
  measured.set(lab.browser, known);
  return known;
}

const wordsOf = (all: readonly ReplacementResult[]) => {
  const kinds = [...new Set(KINDS)].map((kind) => {
    const ofKind = all.filter((one) => one.kind === kind);
    const times = ofKind.flatMap(({ took }) => took ?? []);
    return `${kind}: ${times.length} of ${ofKind.length}${times.length > 0 ? `, median ${ms(median(times))}, p95 ${ms(p95(times))}` : ''}`;
  });
  return kinds.join('; ');
};
const count = (all: readonly ReplacementResult[], is: (one: ReplacementResult) => boolean) => all.filter(is).length;
const pagesAtOnce = KINDS.length * 2;

const late: Entry = {
  id: 'rollback-open-pages',
  what: `Share of ${pagesAtOnce} open pages in five rollbacks, some with unsaved input, hidden or offline, that still run the bad version 30 s after the command, the guard's consent, or their return`,
  on: 'machine',
  unit: '%',
  atMost: 1,
  isLong: true,
  async measure(lab) {
    const all = await wavesOf(lab);
    return { ...exactEstimate((count(all, ({ took }) => took === null) / all.length) * 100, all.length), detail: wordsOf(all) };
  },
};

const lost: Entry = {
  id: 'rollback-lost',
  what: 'The same pages: reloads, inputs lost without consent, and changed addresses or scroll positions',
  on: 'machine',
  unit: '',
  atMost: 0,
  isLong: true,
  async measure(lab) {
    const all = await wavesOf(lab);
    const reloads = count(all, ({ isReloaded }) => isReloaded);
    const fields = count(all, ({ isLost }) => isLost);
    const moved = count(all, ({ isMoved }) => isMoved);
    const typed = count(all, ({ kind }) => TYPED_IN.includes(kind));
    const read = count(all, ({ kind }) => kind === 'seen');
    const detail = `${reloads} of ${all.length} pages were reloaded; ${fields} of ${typed} inputs and ${moved} of ${read} page positions were lost`;
    return { ...exactEstimate(reloads + fields + moved, all.length), detail };
  },
};

export const rollbackOpenPages: readonly Entry[] = [late, lost];
