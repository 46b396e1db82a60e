import type { Page } from '@playwright/test';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { reviewCopy } from '@portal/contracts/guards/guards.review';
import { postJob, removeJob } from '@portal/contracts/jobs/jobs.staff';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { createTicket } from '@portal/contracts/tickets/tickets.endpoints';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { OTHERS_TYPE } from '@portal/contracts/tickets/tickets.rules';
import { answerTicket, openTickets } from '@portal/contracts/tickets/tickets.staff';
import { callAs, logInAs } from '../../support/api';
import { press } from '../../support/chrome';
import { addDocument } from '../../support/documents';
import { expect, logIn, test } from '../../support/fixtures';
import { findMissedAtOneLook, findUnreached, type ScreenInView } from '../../support/inView';
import { makePicture } from '../../support/pictures';
import { siteDay } from '../../support/siteDay';
import { randomMark } from '../../support/unique';

const enote: ScreenInView = {
  at: enotesPaths.write(),
  shows: (page) => ({
    audio: page.getByRole('tab', { name: 'Audio' }),
    'first template': page.getByRole('button', { name: 'Patrol' }),
    title: page.getByLabel('Title'),
    description: page.getByLabel('Description'),
  }),
  control: (page) => page.getByRole('button', { name: 'Submit' }),
};

const SUB_PAGES = ['Alerts', 'Connected accounts', 'Phone and e-mail', 'Password and second factor', 'Where you are signed in', 'Privacy'];
const entryOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: new RegExp(`^${name}`) });
const settings: ScreenInView = {
  at: guardsPaths.settings(),
  shows: (page) => Object.fromEntries(SUB_PAGES.map((name) => [name, entryOf(page, name)])),
  control: (page) => entryOf(page, 'Privacy'),
};

type Shown = Pick<ScreenInView, 'shows' | 'control'>;
const subPages: Record<string, Shown> = {
  alerts: {
    shows: (page) => ({ push: page.getByText('Push notifications'), 'new job': page.getByRole('heading', { name: 'New job' }) }),
    control: (page) => page.locator('label').filter({ hasText: 'SMS' }).first(),
  },
  connected: {
    shows: (page) => ({
      facebook: page.getByRole('heading', { name: /^Facebook/ }),
      google: page.getByRole('heading', { name: /^Google/ }),
    }),
    control: (page) => page.getByRole('main').getByRole('button').last(),
  },
  contact: {
    shows: (page) => ({ 'e-mail': page.getByRole('button', { name: 'Change e-mail' }) }),
    control: (page) => page.getByRole('button', { name: 'Change phone' }),
  },
  password: {
    shows: (page) => ({ old: page.getByLabel('Old password') }),
    control: (page) => page.getByLabel('New password'),
  },
  sessions: {
    shows: (page) => ({ 'this device': page.getByText('This device'), 'the other device': page.getByRole('listitem').nth(1) }),
    control: (page) => page.getByRole('button', { name: /^Sign out/ }).first(),
  },
  privacy: {
    shows: (page) => ({
      'first entry': page.getByRole('heading', { name: 'What we store about you' }),
      copy: page.getByRole('link', { name: 'Take a copy' }),
    }),
    control: (page) => page.getByRole('link', { name: 'Delete my account' }),
  },
};

const alertRow = (page: Page, at: number) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Gate code' }).nth(at);
const notifications: ScreenInView = {
  at: notificationsPaths.list(),
  shows: (page) => ({ day: page.getByRole('heading', { name: 'Today' }), fourth: alertRow(page, 3) }),
  control: (page) => alertRow(page, 0),
};

const ticket = (id: string): ScreenInView => ({
  at: ticketsPaths.detail({ id }),
  shows: (page) => ({
    title: page.getByText('Where may I park?'),
    question: page.getByText('Is there a place for guards?'),
  }),
  control: (page) => page.getByRole('link', { name: 'Write more about this' }),
});

const FIELDS = ['Document type', 'Document number', 'Expiry date', 'Document file'];

/** The fields of a document form in page order, and the number of its date hints. */
async function formOf(page: Page, submit: string) {
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: submit }) });
  await expect(form).toBeVisible();
  const places = await Promise.all(
    FIELDS.map(async (name) => ({ name, y: (await form.getByText(name, { exact: true }).boundingBox())?.y })),
  );
  const names = places.sort((one, other) => Number(one.y) - Number(other.y)).map(({ name }) => name);
  return { names, formats: await form.getByText('dd/MM/yyyy').count() };
}

const addDocuments: ScreenInView = {
  at: documentsPaths.add(),
  shows: (page) => ({ number: page.getByLabel('Document number') }),
  control: (page) => page.getByLabel('Document type'),
};

const documents: ScreenInView = {
  at: documentsPaths.list(),
  shows: (page) => ({ 'document and its expiry date': page.getByText('Canadian passport').first() }),
  control: (page) => page.getByRole('button', { name: 'Licence card' }),
};

const review = (id: string): ScreenInView => ({
  at: onboardingPaths.review({ id }),
  shows: (page) => ({
    step: page.getByText('Step 6 of 8'),
    title: page.getByRole('heading', { level: 1 }),
    'first part': page.getByRole('heading', { level: 2 }).first(),
    'previous step': page.getByRole('link', { name: reviewCopy.previous }),
  }),
  control: (page) => page.getByRole('link', { name: reviewCopy.submit }),
});

const sector: ScreenInView = {
  at: pagesPaths.sector({ type: 'concierge' }),
  shows: (page) => ({ title: page.getByRole('heading', { level: 1 }), illustration: page.locator('header svg[viewBox="0 0 480 320"]') }),
  control: (page) => page.getByRole('link', { name: 'Ask for guards' }),
};

const legal = (at: string): ScreenInView => {
  const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  return {
    at,
    shows: (page) => ({ title: page.getByRole('heading', { level: 1 }), 'second section': contents(page).nth(1) }),
    control: (page) => contents(page).first(),
  };
};

const chats: ScreenInView = {
  at: chatPaths.rooms(),
  shows: (page) => ({ 'second room': page.getByRole('list', { name: 'Chats' }).getByRole('listitem').nth(1) }),
  control: (page) => page.getByRole('list', { name: 'Chats' }).getByRole('link').first(),
};

test('without scrolling, an e-note begins with its text or the microphone, and alerts are rows by day', async ({
  page,
  guard,
  job,
  awarded,
  staff,
}) => {
  await awarded(guard, job);
  for (const at of [1, 2, 3, 4])
    await staff.call(notify, { guard: guard.id, title: `Gate code ${at}`, description: 'It has changed.', to: chatPaths.rooms() });
  await logIn(page, guard);
  expect(await findMissedAtOneLook(page, enote)).toEqual([]);
  await press(page.getByRole('tab', { name: 'Audio' }));
  expect(await findUnreached(page.getByRole('group', { name: 'Recording' }).getByRole('button').first())).toEqual([]);

  expect(await findMissedAtOneLook(page, notifications)).toEqual([]);
  const box = await alertRow(page, 3).boundingBox();
  await page.touchscreen.tap(Number(box?.x) + 12, Number(box?.y) + Number(box?.height) - 6);
  await expect(page).toHaveURL((url) => url.pathname === chatPaths.rooms());
});

test('without scrolling, Settings shows its six sub-pages, and each sub-page its first action', async ({ page, guard, baseURL }) => {
  await logInAs(String(baseURL), guard);
  await logIn(page, guard);
  expect(await findMissedAtOneLook(page, settings)).toEqual([]);
  const missed: string[] = [];
  for (const [fragment, shown] of Object.entries(subPages))
    missed.push(...(await findMissedAtOneLook(page, { at: `${guardsPaths.settings()}#${fragment}`, ...shown })));
  expect(missed).toEqual([]);
});

test('without scrolling, a ticket shows its conversation and the way to write more', async ({ page, guard, staff, baseURL }) => {
  await logIn(page, guard);
  const { buffer, name, mimeType } = await makePicture(page);
  const images = [new File([new Uint8Array(buffer)], name, { type: mimeType })];
  const description = 'The lot is private. Is there a place for guards?';
  await callAs(String(baseURL), guard, createTicket, {
    ticketType: OTHERS_TYPE,
    jobId: '',
    ticketTitle: 'Where may I park?',
    description,
    images,
  });
  const open = (await staff.call(openTickets, {})).find((one) => one.guard === guard.id);
  await staff.call(answerTicket, { ticketId: String(open?.id), response: 'Behind the east gate.' });
  expect(await findMissedAtOneLook(page, ticket(String(open?.id)))).toEqual([]);
  await expect(page.getByText('Behind the east gate.')).toBeVisible();
  await press(page.getByRole('link', { name: 'Write more about this' }));
  await expect(page.getByLabel('Title')).toHaveValue('Where may I park?');
});

test('without scrolling, documents show their dates, and the three forms have one pattern with one date format', async ({
  page,
  guard,
}) => {
  await logIn(page, guard);
  await page.goto(documentsPaths.list());
  const forms = [await formOf(page, 'Add document')];
  await addDocument(page, { type: 'Canadian passport', number: '12-34 5', expiry: siteDay(400) });
  expect(await findMissedAtOneLook(page, documents)).toEqual([]);
  expect(await findMissedAtOneLook(page, addDocuments)).toEqual([]);
  forms.push(await formOf(page, 'Add document'));
  await page.goto(documentsPaths.list());
  await press(page.getByRole('link', { name: /^Edit/ }).first());
  await expect(page.getByRole('heading', { level: 1, name: 'Update Document' })).toBeVisible();
  forms.push(await formOf(page, 'Save'));
  expect(forms).toEqual(Array(3).fill({ names: FIELDS, formats: 1 }));
});

test('without scrolling, the review is the sixth of eight steps, with its button', async ({ page, guardAt }) => {
  const guard = await guardAt('work-profile');
  await logIn(page, guard);
  expect(await findMissedAtOneLook(page, review(guard.id))).toEqual([]);
});

test('without scrolling, a sector shows its illustration and its action, and a legal page its contents', async ({ page }) => {
  expect(await findMissedAtOneLook(page, sector)).toEqual([]);
  await press(page.getByRole('link', { name: 'Ask for guards' }));
  await expect(page.getByRole('heading', { name: 'Ask for guards' })).toBeInViewport();
  expect(await findMissedAtOneLook(page, legal(pagesPaths.privacy()))).toEqual([]);
  expect(await findMissedAtOneLook(page, legal(pagesPaths.terms()))).toEqual([]);
});

/** The remaining scroll height of the page, in px. */
const scrollRoom = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);

test('without scrolling, two chats with equal title, site and days show their difference, and a chat its text box on a page that does not scroll', async ({
  page,
  guard,
  staff,
  awarded,
}) => {
  const title = `Lobby ${randomMark()}`;
  const jobs = [];
  for (const [start, end] of [
    ['06:00', '12:00'],
    ['20:00', '23:00'],
  ] as const) {
    const dates = [siteDay(3)];
    const place = { jobTitle: title, dates, start, end, hourlyRate: 31, isTest: true };
    const job = await staff.call(postJob, place);
    await awarded(guard, { ...job, title, openShift: String(job.shiftIds[0]) });
    jobs.push(job);
  }
  await logIn(page, guard);
  expect(await findMissedAtOneLook(page, chats)).toEqual([]);
  const texts = await page.getByRole('list', { name: 'Chats' }).getByRole('link').filter({ hasText: title }).allTextContents();
  expect(new Set(texts).size).toBe(2);
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()));
  await press(page.getByRole('link', { name: title }).first());
  expect(await findUnreached(page.getByRole('textbox', { name: /^Message to/ }))).toEqual([]);
  await expect.poll(() => scrollRoom(page)).toBe(0);
  for (const { jobId } of jobs) await staff.call(removeJob, { jobId });
});
