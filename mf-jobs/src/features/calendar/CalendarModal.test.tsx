import { calendarMessages, makeFeed, revokeFeed, showFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor } from '@testing-library/react';
import { CalendarModal } from './CalendarModal';

const url = 'https://portal.example.com/calendar/abc.ics';
const feed = { madeAt: '2027-03-10T15:00:00Z', readAt: null };
const open = () => renderScreen(<CalendarModal onClose={() => undefined} />);
const button = (name: string) => screen.findByRole('button', { name });

it('creates an address, shows it once and copies it', async () => {
  mockEndpoint(showFeed, { feed: null });
  mockEndpoint(makeFeed, { url });
  const { user } = open();
  await button(calendarMessages.make);
  mockEndpoint(showFeed, { feed });
  await user.click(await button(calendarMessages.make));
  const field = await screen.findByLabelText(/Your calendar address/);
  expect(field).toHaveValue(url);
  expect(screen.getByText(calendarMessages.shownOnce)).toBeVisible();
  await user.click(await button('Copy'));
  expect(await navigator.clipboard.readText()).toBe(url);
  expect(screen.getByText(calendarMessages.copied)).toBeVisible();
});

it('reports a failed copy and selects the address', async () => {
  mockEndpoint(showFeed, { feed: null });
  mockEndpoint(makeFeed, { url });
  const { user } = open();
  await user.click(await button(calendarMessages.make));
  await screen.findByLabelText(/Your calendar address/);
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
  await user.click(await button('Copy'));
  expect(await screen.findByText(calendarMessages.notCopied)).toBeVisible();
});

it.each([
  [null, 'No calendar has read it yet.'],
  ['2027-03-11T15:00:00Z', 'Last read by a calendar: Thu, Mar 11, 2027, 10:00 a.m.'],
])('shows an older address by its dates only (%s), and can revoke it', async (readAt, words) => {
  mockEndpoint(showFeed, { feed: { ...feed, readAt } });
  const revoked = mockEndpoint(revokeFeed, {});
  const { user, portal } = open();
  expect(await screen.findByText(words, { exact: false })).toBeVisible();
  expect(screen.queryByLabelText(/Your calendar address/)).toBeNull();
  mockEndpoint(showFeed, { feed: null });
  await user.click(await button(calendarMessages.revoke));
  await button(calendarMessages.make);
  expect(revoked.calls).toHaveLength(1);
  expect(portal.toasts).toEqual([{ kind: 'success', text: calendarMessages.revoked }]);
});

it('reports a failure and changes nothing', async () => {
  mockEndpoint(showFeed, { feed });
  mockEndpoint(revokeFeed, fails({ code: 500, message: 'broken', userMessage: 'Something went wrong.' }));
  const { user } = open();
  await user.click(await button(calendarMessages.revoke));
  expect(await screen.findByText('Something went wrong.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: calendarMessages.revoke })).toBeEnabled());
});
