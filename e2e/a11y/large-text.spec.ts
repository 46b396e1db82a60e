import type { Page } from '@playwright/test';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { makePast } from '@portal/contracts/rehearsal/rehearsal.staff';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { openMenu, press } from '../support/chrome';
import { expect, logIn, test } from '../support/fixtures';
import { findUnreached, findUnseen } from '../support/inView';
import { doubleText, findCutOffOn } from '../support/largeText';
import { findBrokenWords } from '../support/layout';
import { registrationForm } from '../support/registration';

test.use({ viewport: { width: 360, height: 640 } });

/** The maximum number of focus stops per page, more than any of these pages has. */
const MOST_STOPS = 120;
/** Frames in which a stop may come into view. */
const LOOKS = 60;

const enlarge = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** The focused element, and whether an element that stays in view covers it. Null after the focus left the page. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return null;
    const { left, right, top, bottom } = active.getBoundingClientRect();
    const [middle, low] = [(left + right) / 2, Math.min(bottom, window.innerHeight) - 4];
    const stays = (element: Element | null): Element | null =>
      element && !/sticky|fixed/.test(getComputedStyle(element).position) ? stays(element.parentElement) : element;
    const over = [top + 4, (top + low) / 2, low]
      .map((y) => stays(document.elementFromPoint(middle, y)))
      .find((element) => element && !element.contains(active));
    const name = active.getAttribute('aria-label') ?? (active as HTMLInputElement).labels?.[0]?.textContent ?? active.textContent ?? '';
    return {
      name: name.trim().slice(0, 40),
      isInView: low > top && top < window.innerHeight,
      over: over ? over.className || over.id : null,
      box: `${active.tagName} from ${Math.round(top)} to ${Math.round(bottom)}`,
    };
  });

const nextFrame = (page: Page) => page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => done())));

const isHidden = (at: Awaited<ReturnType<typeof focused>>) => at !== null && (!at.isInView || at.over !== null);

/** Presses Tab from the outlet on, and lists the stops that are covered. */
async function hidden(page: Page, isLarge = true): Promise<string[]> {
  if (isLarge) await enlarge(page);
  // Content that loads during the walk would move the focused element, which is not the subject of this test.
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.locator('main').focus();
  // Waits until scrolling and layout have ended.
  const waitUntilSettled = async () => {
    let at = await focused(page);
    for (let frame = 0; frame < LOOKS && isHidden(at); frame += 1) {
      await nextFrame(page);
      at = await focused(page);
    }
    return at;
  };
  const found: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    let at = await waitUntilSettled();
    // The page may have moved under the focus. It only counts as covered if a second visit shows the same.
    if (at && isHidden(at)) {
      const { name } = at;
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      at = await waitUntilSettled();
      expect(at?.name, 'the stop that was hidden').toBe(name);
    }
    if (!at) break;
    if (isHidden(at)) found.push(`${at.name}: ${at.over ?? 'out of view'}, ${at.box}`);
  }
  return found;
}

test('covers no focused element with a sticky one at twice the text size on a small phone: search, job, On Job', async ({
  page,
  guard,
  job,
}) => {
  await logIn(page, guard);
  await page.goto(jobsPaths.search({ searchBy: job.title }));
  await page.getByRole('button', { name: /^Filters/, expanded: false }).click();
  expect(await hidden(page)).toEqual([]);
  await page.getByRole('link', { name: `View More: ${job.title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
  expect(await hidden(page)).toEqual([]);
  await page.goto(jobsPaths.onJob());
  await expect(page.getByRole('tab').first()).toBeVisible();
  expect(await hidden(page)).toEqual([]);
});

test('cuts nothing off and breaks no word at twice the text size on a small phone: earnings, alerts', async ({
  page,
  guard,
  job,
  awarded,
  staff,
}) => {
  await awarded(guard, job);
  await staff.call(makePast, { guard: guard.id, jobId: job.jobId });
  await doubleText(page);
  await logIn(page, guard);
  await page.goto(guardsPaths.myProfile({ id: guard.id }));
  await expect(page.getByRole('region', { name: 'Latest earnings' }).getByRole('time').first()).toBeVisible();
  expect(await findCutOffOn(page)).toEqual([]);
  await page.goto(notificationsPaths.list());
  const titles = page.locator('h3 :is(a, span)');
  await expect(titles.first()).toBeVisible();
  expect(await findBrokenWords(titles)).toEqual([]);
  expect(await findCutOffOn(page)).toEqual([]);
});

test('shows the times of an e-note’s job within their column on a desktop', async ({ page, guard, job, awarded }) => {
  await awarded(guard, job);
  await logIn(page, guard);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(enotesPaths.list({ jobId: job.jobId }));
  const summary = page.getByRole('region', { name: 'The job' });
  await expect(summary.getByRole('time').first()).toBeVisible();
  const outside = await summary.evaluate((part) => {
    const { right } = part.getBoundingClientRect();
    return [...part.querySelectorAll('time > span')]
      .filter((one) => one.getBoundingClientRect().right > right + 1)
      .map((one) => one.textContent);
  });
  expect(outside).toEqual([]);
});

test('covers no focused element with a sticky one on a phone: e-note', async ({ page, guard, postJobOfNow, awarded }) => {
  await awarded(guard, await postJobOfNow());
  await logIn(page, guard);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(enotesPaths.write());
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  expect(await hidden(page, false)).toEqual([]);
});

test('shows the whole menu and the whole running shift on a phone at twice the text size', async ({
  page,
  guard,
  postJobOfNow,
  awarded,
}) => {
  await awarded(guard, await postJobOfNow());
  await doubleText(page);
  await logIn(page, guard);
  await page.goto(jobsPaths.onJob());
  await press(page.getByRole('button', { name: onJobLabels.arrived }));
  await press(page.getByRole('button', { name: onJobLabels.start }));
  await expect(page.getByRole('term').filter({ hasText: onJobLabels.totalEarning })).toBeVisible();
  expect(await findCutOffOn(page)).toEqual([]);
  await openMenu(page);
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect(await findCutOffOn(page)).toEqual([]);
});

test('keeps the state of the shift and the SOS in view in every tab at twice the text size on a small phone', async ({
  page,
  guard,
  postJobOfNow,
  awarded,
}) => {
  await awarded(guard, await postJobOfNow());
  await doubleText(page);
  await logIn(page, guard);
  await page.goto(jobsPaths.onJob());
  await press(page.getByRole('button', { name: onJobLabels.arrived }));
  await press(page.getByRole('button', { name: onJobLabels.start }));
  const state = page.getByText('Running', { exact: true });
  await expect(state).toBeVisible();
  for (const name of [onJobLabels.notes, onJobLabels.endJob, onJobLabels.sos, onJobLabels.takeBreak]) {
    await press(page.getByRole('tab', { name }));
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect([...(await findUnseen('state', state)), ...(await findUnreached(page.getByRole('button', { name: /^SOS/ })))], name).toEqual([]);
  }
  expect(await findCutOffOn(page)).toEqual([]);
});

test('covers no focused element with a sticky one at twice the text size on a small phone: registration', async ({ page, guardAt }) => {
  const guard = await guardAt('registration');
  await logIn(page, guard);
  await page.goto(onboardingPaths.registration({ id: guard.id }));
  await registrationForm(page).unlock();
  expect(await hidden(page)).toEqual([]);
});

test('covers no focused element with a sticky one at twice the text size on a small phone: work profile', async ({ page, guardAt }) => {
  const guard = await guardAt('work-profile');
  await logIn(page, guard);
  await page.goto(onboardingPaths.workProfile({ id: guard.id }, { isShow: 'with_out_login' }));
  await expect(page.getByRole('combobox', { name: 'Address' })).toBeVisible();
  expect(await hidden(page)).toEqual([]);
});
