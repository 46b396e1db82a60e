import type { Page } from '@playwright/test';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { earningsLabels } from '@portal/contracts/earnings/earnings.copy';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages, whens } from '@portal/contracts/jobs/jobs.rules';
import { postJob, removeJob } from '@portal/contracts/jobs/jobs.staff';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { makePast } from '@portal/contracts/rehearsal/rehearsal.staff';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { callAs } from '../../support/api';
import { press } from '../../support/chrome';
import { expect, logIn, type TestGuard, test } from '../../support/fixtures';
import { findMissedAtOneLook, findUnreached, findUnseen, type ScreenInView } from '../../support/inView';
import type { TestJob } from '../../support/jobs';
import { expectWithinWindow, findBrokenWords, TABLET_WIDTHS } from '../../support/layout';
import { openLive } from '../../support/live';
import { siteDay } from '../../support/siteDay';
import { randomMark } from '../../support/unique';

const DAYS = [2, 4, 5, 9, 11];
const BANK = { accHolderName: 'Test Guard', bankAccountNumber: '1234567', bankInstitution: '004', bankTransitNumber: '12345' };

const search = (title: string): ScreenInView => ({
  at: jobsPaths.search({ searchBy: title }),
  shows: (page) => ({
    'first job': page.getByRole('article').first(),
    'fourth job': page.getByRole('article').nth(3),
    'Fits me': page.getByRole('button', { name: jobsMessages.fitsMe }),
    tonight: page.getByRole('button', { name: whens.tonight }),
  }),
  control: (page) => page.getByRole('button', { name: 'Search', exact: true }),
});

const jobPage = (jobId: string): ScreenInView => ({
  at: jobsPaths.jobPage({ jobId }),
  shows: (page) => {
    const summary = page.getByRole('region', { name: 'Summary' });
    return {
      when: summary.getByRole('time').first(),
      'total pay': summary.getByText('$940.00'),
      hours: summary.getByText('for 40 hours'),
      distance: summary.getByText(/km from base/),
      'last of the five shifts': summary.getByRole('listitem').nth(DAYS.length - 1),
    };
  },
  control: (page) => page.getByRole('button', { name: applicationMessages.applyNow }),
});

const nextShift = ({ id }: TestGuard, { title }: TestJob): ScreenInView => {
  const shift = (page: Page) => page.getByRole('region', { name: 'Your next shift' });
  return {
    at: guardsPaths.myProfile({ id }),
    shows: (page) => ({
      job: shift(page).getByText(title),
      countdown: shift(page).getByText(/^Was due to start \d+ min ago$/),
      site: shift(page).getByText(/, Toronto$/),
      directions: shift(page).getByRole('link', { name: 'Directions' }),
    }),
    control: (page) => shift(page).getByRole('button', { name: onJobLabels.arrived }),
  };
};

const jobDetail = ({ jobId }: TestJob): ScreenInView => {
  const shifts = (page: Page) => page.getByRole('region', { name: 'Shifts' });
  return {
    at: jobsPaths.jobDetail({ jobId }),
    shows: (page) => ({
      today: shifts(page).getByText(/^Today, /),
      'state of the first shift': shifts(page).getByRole('listitem').first().getByText('Not started'),
    }),
    control: (page) => shifts(page).getByRole('listitem').first().getByRole('button', { name: 'On Job' }),
  };
};

const statusOnJob = (page: Page) => page.getByText('Running', { exact: true });
const sosOnJob = (page: Page) => page.getByRole('button', { name: /^SOS/ });
const onJob: ScreenInView = {
  at: jobsPaths.onJob(),
  shows: (page) => ({ status: statusOnJob(page), 'Call 911': page.getByRole('link', { name: onJobLabels.call }) }),
  control: sosOnJob,
};

/** Runs in the page: the elements in the upper half of the window that remain there when the page scrolls. */
function topBars(): string[] {
  const fixed = [...document.querySelectorAll('body *')].filter((one) => /sticky|fixed/.test(getComputedStyle(one).position));
  const above = fixed.filter((one) => {
    const { top, bottom, width } = one.getBoundingClientRect();
    return width > 1 && bottom > Math.max(top, 0) + 1 && top < window.innerHeight / 2;
  });
  return above.map((one) => `${one.querySelector('h1')?.textContent ?? (one.id || one.className)} at ${one.getBoundingClientRect().top}`);
}

const history: ScreenInView = {
  at: jobsPaths.history(),
  shows: (page) => ({
    'first month': page.getByRole('rowheader', { name: /^[A-Z][a-z]+ \d{4}$/ }).first(),
    'date of the first row': page.locator('tbody time').first(),
    'earning of the first row': page.locator('tbody').getByText(/^\$\d/).first(),
  }),
  control: (page) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first(),
};

const withdraw: ScreenInView = {
  at: earningsPaths.withdraw(),
  shows: (page) => ({ label: page.getByText(earningsLabels.inHand), balance: page.getByText(/^\$\d/).first() }),
  control: (page) => page.getByRole('button', { name: earningsLabels.withdraw }),
};

test('without scrolling, the search shows four jobs of several shifts, and a job shows dates, total pay, distance and each shift', async ({
  page,
  guard,
  staff,
}) => {
  const title = `Lobby concierge ${randomMark()}`;
  const posted: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const dates = DAYS.map(siteDay);
    const times = { dates, start: '09:00', end: '17:00' };
    const job = await staff.call(postJob, { jobTitle: title, ...times, hourlyRate: 23.5, speciality: 'Access Control', isTest: true });
    posted.push(job.jobId);
  }
  await logIn(page, guard);
  expect(await findMissedAtOneLook(page, search(title))).toEqual([]);
  await page.getByRole('button', { name: whens.tonight }).click();
  await expect(page.getByText(jobsMessages.none)).toBeVisible();
  await page.getByRole('button', { name: whens.tonight }).click();
  await expect(page.getByRole('article')).toHaveCount(4);

  expect(await findMissedAtOneLook(page, jobPage(String(posted[0])))).toEqual([]);
  await expect(page.getByText(/pay ÷/)).toBeHidden();
  for (const jobId of posted) await staff.call(removeJob, { jobId });
});

test('without scrolling, a guard sees the next shift and its action, today on the job, and status and SOS in each tab of On Job', async ({
  page,
  guard,
  postJobOfNow,
  awarded,
  staff,
}) => {
  const job = await postJobOfNow();
  await awarded(guard, job);
  await logIn(page, guard);
  expect(await findMissedAtOneLook(page, nextShift(guard, job))).toEqual([]);
  expect(await findMissedAtOneLook(page, jobDetail(job))).toEqual([]);

  await openLive(page, jobsPaths.onJob());
  await press(page.getByRole('button', { name: onJobLabels.arrived }));
  await press(page.getByRole('button', { name: onJobLabels.start }));
  await expect(statusOnJob(page)).toBeVisible();
  expect(await findMissedAtOneLook(page, onJob)).toEqual([]);
  const [portalBar, shiftBar] = [await page.locator('#bar').boundingBox(), await page.locator('main header').first().boundingBox()];
  expect(shiftBar?.y, 'the bar of the shift touches the bar of the portal').toBe(Number(portalBar?.y) + Number(portalBar?.height));
  for (const name of [onJobLabels.notes, onJobLabels.endJob, onJobLabels.sos, onJobLabels.takeBreak]) {
    await press(page.getByRole('tab', { name }));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect([...(await findUnseen('status', statusOnJob(page))), ...(await findUnreached(sosOnJob(page)))], name).toEqual([]);
    expect(await page.evaluate(() => window.scrollY), 'how far the page is scrolled').toBeGreaterThan(portalBar?.height ?? 0);
    expect(await page.evaluate(topBars), 'the bars in the upper half').toEqual(['On Job at 0']);
  }
  const message = page.getByRole('region', { name: 'Messages' }).getByText('The gate code has changed');
  await staff.call(notify, { guard: guard.id, title: 'The gate code has changed' });
  await expect(message).toBeVisible();
  expect([...(await findUnseen('message', message)), ...(await findUnreached(sosOnJob(page)))], 'with a message').toEqual([]);
  const staying = await page
    .locator('main *')
    .evaluateAll((all) => all.filter((one) => /sticky|fixed/.test(getComputedStyle(one).position)));
  expect(staying, 'one bar stays in view').toHaveLength(1);
});

test('SOS and 911 stay in reach in a low window, in a bar that leaves most of it to the page', async ({
  page,
  guard,
  postJobOfNow,
  awarded,
}) => {
  await awarded(guard, await postJobOfNow());
  await logIn(page, guard);
  await openLive(page, jobsPaths.onJob());
  await press(page.getByRole('button', { name: onJobLabels.arrived }));
  await press(page.getByRole('button', { name: onJobLabels.start }));
  await expect(statusOnJob(page)).toBeVisible();
  for (const [width, height] of [
    [568, 320],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const controls = [sosOnJob(page), page.getByRole('link', { name: onJobLabels.call })];
    for (const control of controls) expect(await findUnreached(control), `${width} x ${height}`).toEqual([]);
    const bar = await page.locator('main header').first().boundingBox();
    expect(bar?.height, `the height of the bar at ${width} x ${height}`).toBeLessThan(height / 4);
  }
});

test('without scrolling, the history shows its first month and the date of its first row, and the earnings show the balance and its button', async ({
  page,
  guard,
  job,
  awarded,
  staff,
  baseURL,
}) => {
  await awarded(guard, job);
  await staff.call(makePast, { guard: guard.id, jobId: job.jobId });
  await callAs(String(baseURL), guard, saveBank, { id: guard.id, ...BANK, wantTopay: 2 });
  await logIn(page, guard);
  expect(await findMissedAtOneLook(page, history)).toEqual([]);
  for (const width of [...TABLET_WIDTHS, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const titles = page.getByRole('rowheader').getByRole('link');
    await expect(titles.first()).toBeVisible();
    expect(await findBrokenWords(titles), `words that break at ${width}`).toEqual([]);
  }
  await expectWithinWindow(page, TABLET_WIDTHS);
  expect(await findMissedAtOneLook(page, withdraw)).toEqual([]);
  await expectWithinWindow(page, TABLET_WIDTHS);
});
