import { renderScreen } from '@portal/testing/renderScreen';
import { unknownClock } from '@portal/testing/serverClock';
import { act, screen } from '@testing-library/react';
import { useNow } from './useNow';
import { useServerNow } from './useServerNow';

const device = '2027-03-14T16:00:00.000Z';
const server = '2027-03-14T15:00:00.000Z';

function Times() {
  const now = useServerNow();
  const ticking = useNow(60_000);
  return (
    <>
      <p>Begun {now?.toISOString() ?? 'not known'}</p>
      <p>Now {ticking === null ? 'not known' : new Date(ticking).toISOString()}</p>
    </>
  );
}

it("returns null before the server's clock is known, then its time", () => {
  const { learn, ...portal } = unknownClock(device);
  renderScreen(<Times />, { portal });
  expect([screen.queryByText('Begun not known'), screen.queryByText('Now not known')]).not.toContain(null);
  learn(server);
  expect([screen.queryByText(`Begun ${server}`), screen.queryByText(`Now ${server}`)]).not.toContain(null);
});

it('returns another instant after a correction, and otherwise the first one', () => {
  jest.useFakeTimers();
  const { learn, ...portal } = unknownClock(device);
  renderScreen(<Times />, { portal });
  learn(device);
  learn(server);
  expect(screen.getByText(`Begun ${server}`)).toBeVisible();
  act(() => jest.advanceTimersByTime(60_000));
  expect(screen.getByText(`Begun ${server}`)).toBeVisible();
  jest.useRealTimers();
});

it('treats the clock of an older shell as known', () => {
  renderScreen(<Times />, { portal: { now: () => new Date(server) } });
  expect([screen.queryByText(`Begun ${server}`), screen.queryByText(`Now ${server}`)]).not.toContain(null);
});
