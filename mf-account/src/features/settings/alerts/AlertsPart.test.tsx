import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile, saveNotificationSettings } from '@portal/contracts/guards/guards.endpoints';
import type { PushState } from '@portal/mf-kit/pushAccess';
import { movingClock } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { mockSettings } from '@portal/testing/settings';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { SettingsScreen } from '../SettingsScreen';

type Settings = Guard['notificationSettings'];
const id = mockId(1);
const off = { isSMS: false, isEmail: false, isNotification: false };
const settings: Settings = { newJob: off, chat: { ...off, isEmail: true }, jobAward: off, jobCancel: off, isNotification: false };
const SAVED = 'Your notification settings are saved.';

beforeEach(mockSettings);

/** A server that stores settings; `answers` are the replies to the first saves, in order. */
function serve(...answers: (ReturnType<typeof fails> | Promise<unknown>)[]) {
  let stored = settings;
  const read = mockEndpoint(profile, () => ({ guard: guard({ notificationSettings: stored, socialGmailId: 'person' }) }));
  const saved = mockEndpoint(saveNotificationSettings, async ({ id: _, ...wanted }) => {
    const answer = await answers.shift();
    if (answer) return answer as ReturnType<typeof fails>;
    stored = wanted;
    return null;
  });
  return { read, saved, stored: () => stored };
}
const open = (push?: { state: PushState; allow?: () => Promise<PushState | 'failed'> }) =>
  renderScreen(<SettingsScreen />, {
    path: '/setting#alerts',
    portal: {
      now: movingClock(),
      ...(push && { push: { state: () => push.state, allow: push.allow ?? (async () => push.state) } }),
    },
  });
const row = async (name: string) => within(await screen.findByRole('group', { name }));
const alerts = () => within(screen.getByRole('region', { name: 'Alerts' }));
const switchOf = async (name: string, channel: string) => (await row(name)).getByRole('switch', { name: channel });

it.each([
  ['SETTING-08', 'New job', 'newJob'],
  ['SETTING-09', 'Chat', 'chat'],
  ['SETTING-10', 'Job award', 'jobAward'],
  ['SETTING-11', 'Job cancel', 'jobCancel'],
] as const)(
  '[%s, SETTING-13] the alert matrix has SMS, e-mail and notification switches for %s, each of which is saved',
  async (_id, name, category) => {
    const { stored } = serve();
    const { user } = open();
    const switches = (await row(name)).getAllByRole('switch');
    expect(switches.map((one) => one.closest('label')?.textContent)).toEqual(['SMS', 'E-mail', 'Notification']);
    let expected = settings;
    for (const [at, channel] of (['isSMS', 'isEmail', 'isNotification'] as const).entries()) {
      await user.click(switches[at] as HTMLElement);
      expected = { ...expected, [category]: { ...expected[category], [channel]: !settings[category][channel] } };
      await waitFor(() => expect(stored()).toEqual(expected));
    }
  },
);

it('[SETTING-07, SETTING-13] has a push-notification toggle, which is saved', async () => {
  const { saved } = serve();
  const { user } = open({ state: 'allowed' });
  const push = await screen.findByRole('switch', { name: /^Push notifications/ });
  expect(push).not.toBeChecked();
  await user.click(push);
  expect(push).toBeChecked();
  await waitFor(() => expect(saved.calls).toEqual([{ id, ...settings, isNotification: true }]));
  expect(await alerts().findByText(SAVED)).toBeVisible();
  await user.click(push);
  expect(push).not.toBeChecked();
  await waitFor(() => expect(saved.calls.slice(1)).toEqual([{ id, ...settings, isNotification: false }]));
});

it('[SETTING-13, SETTING-14, SETTING-15, AUTHZ-36] a switch sends newJob, chat, jobAward, jobCancel and isNotification; after code 200 the guard stays at /setting and reads the server message', async () => {
  const { saved, stored } = serve();
  const { user } = open();
  await user.click(await switchOf('New job', 'SMS'));
  expect(await (await row('New job')).findByText(SAVED)).toBeVisible();
  expect(saved.calls).toEqual([{ id, ...settings, newJob: { ...off, isSMS: true } }]);
  expect(Object.keys(saved.calls[0] ?? {}).sort()).toEqual(['chat', 'id', 'isNotification', 'jobAward', 'jobCancel', 'newJob']);
  expect(window.location.pathname).toBe('/setting');
  expect(screen.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  expect(await switchOf('New job', 'SMS')).toBeChecked();
  expect(stored().newJob.isSMS).toBe(true);
});

it('[SETTING-15] a save shows any message of the server', async () => {
  serve();
  mockEndpoint(saveNotificationSettings, null, 'Kept for you.');
  const { user } = open();
  await user.click(await switchOf('Chat', 'SMS'));
  expect(await (await row('Chat')).findByText('Kept for you.')).toBeVisible();
  expect(screen.queryByText(SAVED)).toBeNull();
});

it('[SETTING-16, EDITPROFILE-33/3] saves any choice: all off, one alone, all on', async () => {
  const { stored } = serve();
  const { user } = open();
  await user.click(await switchOf('Chat', 'E-mail'));
  await waitFor(() => expect(stored().chat).toEqual(off));
  for (const name of ['New job', 'Chat', 'Job award', 'Job cancel'])
    for (const channel of ['SMS', 'E-mail', 'Notification']) fireEvent.click(await switchOf(name, channel));
  const all = { isSMS: true, isEmail: true, isNotification: true };
  await waitFor(() => expect(stored()).toEqual({ newJob: all, chat: all, jobAward: all, jobCancel: all, isNotification: false }));
  expect(screen.queryByText(/Not saved/)).toBeNull();
  expect(saveNotificationSettings).toMatchObject({ method: 'PATCH', path: '/guard/notification-settings/:id' });
});

it('shows on the row that it is being saved, and moves the switch immediately', async () => {
  let answer: (value: undefined) => void = () => undefined;
  serve(new Promise((resolve) => (answer = resolve)));
  const { user } = open();
  const sms = await switchOf('Job award', 'SMS');
  await user.click(sms);
  expect(sms).toBeChecked();
  expect((await row('Job award')).getByRole('status')).toHaveTextContent('Saving…');
  expect((await row('Chat')).getByRole('status')).toBeEmptyDOMElement();
  await act(async () => answer(undefined));
  expect(await (await row('Job award')).findByText(SAVED)).toBeVisible();
});

it('returns a refused switch, shows the reason, and can try again', async () => {
  const { stored } = serve(fails({ code: 500, message: 'E_INTERNAL', userMessage: 'Something broke, sorry.' }));
  const { user } = open();
  const email = await switchOf('New job', 'E-mail');
  await user.click(email);
  expect(await screen.findByText('Not saved, and put back. Something broke, sorry.')).toBeVisible();
  expect(email).not.toBeChecked();
  expect(stored()).toEqual(settings);
  await user.click(screen.getByRole('button', { name: 'Try again: New job' }));
  expect(await (await row('New job')).findByText(SAVED)).toBeVisible();
  expect(email).toBeChecked();
  expect(stored().newJob.isEmail).toBe(true);
});

it('does not claim without a reply that nothing was saved, and shows the server’s state', async () => {
  let stored = settings;
  const read = mockEndpoint(profile, () => ({ guard: guard({ notificationSettings: stored }) }));
  mockEndpoint(saveNotificationSettings, ({ id: _, ...wanted }) => {
    stored = wanted;
    return fails({ code: 0, message: 'No answer' });
  });
  const { user, portal } = open();
  const email = await switchOf('New job', 'E-mail');
  const before = read.calls.length;
  await user.click(email);
  expect(await screen.findByText('No reply came. We are checking what was saved.')).toBeVisible();
  expect(screen.queryByText(/Not saved/)).toBeNull();
  expect(portal.changes).toContain('guards');
  await waitFor(() => expect(email).toBeChecked());
  expect(read.calls.length).toBeGreaterThan(before);
});

it('two presses of one switch are sent one after the other, and the last one wins', async () => {
  let first: (value: undefined) => void = () => undefined;
  const { saved, stored } = serve(new Promise((resolve) => (first = resolve)));
  const { user, portal } = open();
  const sms = await switchOf('Chat', 'SMS');
  await user.click(sms);
  await user.click(sms);
  expect(sms).not.toBeChecked();
  expect(saved.calls).toHaveLength(1);
  expect([...portal.unsaved]).toEqual(['your alert settings']);
  await act(async () => first(undefined));
  await waitFor(() => expect(saved.calls.map(({ chat }) => chat.isSMS)).toEqual([true, false]));
  expect(await (await row('Chat')).findByText(SAVED)).toBeVisible();
  expect([stored(), [...portal.unsaved]]).toEqual([settings, []]);
  expect(sms).not.toBeChecked();
});

it('a refused switch does not affect the next one, and keeps its message', async () => {
  let refuse: (value: unknown) => void = () => undefined;
  const { stored } = serve(new Promise((resolve) => (refuse = resolve)));
  const { user } = open();
  await user.click(await switchOf('Chat', 'SMS'));
  await user.click(await switchOf('Chat', 'Notification'));
  await user.click(await switchOf('Job cancel', 'SMS'));
  await act(async () => refuse(fails({ code: 400, message: 'No.' })));
  expect(await (await row('Job cancel')).findByText(SAVED)).toBeVisible();
  expect((await row('Chat')).getByText('Not saved, and put back. No.')).toBeVisible();
  expect(stored()).toEqual({ ...settings, chat: { ...settings.chat, isNotification: true }, jobCancel: { ...off, isSMS: true } });
  expect(await switchOf('Chat', 'SMS')).not.toBeChecked();
  expect(await switchOf('Chat', 'Notification')).toBeChecked();
});

it('asks the browser for permission when push is turned on, and not before', async () => {
  serve();
  const allow = jest.fn(async () => 'allowed' as const);
  const { user } = open({ state: 'not asked', allow });
  const push = await screen.findByRole('switch', { name: /^Push notifications/ });
  expect(allow).not.toHaveBeenCalled();
  await user.click(push);
  expect(allow).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('This browser shows them, even when the portal is closed.')).toBeVisible();
  await user.click(push);
  await waitFor(() => expect(push).not.toBeChecked());
  expect(allow).toHaveBeenCalledTimes(1);
});

it.each<[PushState, RegExp]>([
  ['unconfigured', /^Push messages are not set up on this portal/],
  ['blocked', /^This browser blocks them\./],
  ['unsupported', /^This browser cannot show them\./],
])('shows that push is %s, and keeps the choice', async (state, words) => {
  const { stored } = serve();
  const { user } = open({ state });
  await user.click(await screen.findByRole('switch', { name: /^Push notifications/ }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Allow on this browser' })).toBeNull();
  await waitFor(() => expect(stored().isNotification).toBe(true));
});

it('offers the permission if push is on, but this browser was never asked', async () => {
  serve();
  mockEndpoint(profile, { guard: guard({ notificationSettings: { ...settings, isNotification: true } }) });
  const answers = ['failed', 'allowed'] as const;
  let asked = 0;
  const { user } = open({ state: 'not asked', allow: async () => answers[asked++] ?? 'allowed' });
  const ask = await screen.findByRole('button', { name: 'Allow on this browser' });
  await user.click(ask);
  expect(await screen.findByText(/could not be reached just now/)).toBeVisible();
  await user.click(ask);
  expect(await screen.findByText(/^This browser shows them/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Allow on this browser' })).toBeNull();
});

it('fails alone when the guard cannot be read, and comes back on Retry', async () => {
  mockEndpoint(profile, fails({ code: 400, message: 'Broken' }));
  const { user } = open();
  const part = within(await screen.findByRole('region', { name: 'Alerts' }));
  expect(await part.findByRole('alert')).toHaveTextContent('Your alert settings could not be loaded');
  serve();
  await user.click(part.getByRole('button', { name: 'Retry' }));
  expect(await switchOf('Chat', 'E-mail')).toBeChecked();
});
