import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import { createStaleIndicator, staleText } from './staleIndicator';

const now = Date.parse('2026-11-24T02:30:00Z');

it.each([
  ['2026-11-24T02:14:00Z', 'America/Toronto', 'Shown as of 9:14 p.m., no connection. This updates when you are back online.'],
  ['2026-11-22T02:14:00Z', 'America/Toronto', 'Shown as of Sat, Nov 21, 9:14 p.m., no connection. This updates when you are back online.'],
  ['2026-11-24T02:14:00Z', 'America/Winnipeg', 'Shown as of 8:14 p.m. CST, no connection. This updates when you are back online.'],
])('shows the time of a reply cached at %s on a device in %s', (at, zone, words) => {
  jest.mocked(deviceZone).mockReturnValueOnce(zone);
  expect(staleText(Date.parse(at), now)).toBe(words);
});

it('has the age of the oldest cached reply until the portal answers or another page opens', () => {
  const shown = createStaleIndicator();
  shown.onCachedReply('shift', 20);
  shown.onCachedReply('notes', 10);
  expect(shown.staleSince.get()).toBe(10);
  shown.onFreshReply('notes');
  expect(shown.staleSince.get()).toBe(20);
  shown.clear();
  expect(shown.staleSince.get()).toBeNull();
});

it('drops a cached reply that is not requested again when everything shown is', () => {
  const shown = createStaleIndicator();
  shown.onRequest('reasons of a closed dialog');
  shown.onCachedReply('reasons of a closed dialog', 10);
  shown.onCachedReply('shift', 20);
  shown.retainRequested(() => shown.onRequest('shift'));
  expect(shown.staleSince.get()).toBe(20);
  shown.onFreshReply('shift');
  expect(shown.staleSince.get()).toBeNull();
});
