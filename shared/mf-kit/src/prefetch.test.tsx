import { session } from '@portal/contracts/auth/auth.endpoints';
import { guard } from '@portal/testing/guard';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen } from '@testing-library/react';
import { prefetch, useQuery } from './useQuery';

const reply = { guard: guard(), now: '2027-03-14T15:00:00.000Z' };

function Reader() {
  const { data, error } = useQuery(session, {});
  return <p>{error?.userMessage ?? data.now ?? 'reading'}</p>;
}

afterEach(() => jest.useRealTimers());

it('reads a prefetched reply without a second request', async () => {
  const mocked = mockEndpoint(session, reply);
  prefetch(session, {});
  renderScreen(<Reader />);
  expect(await screen.findByText(reply.now)).toBeVisible();
  expect(mocked.calls).toHaveLength(1);
});

it('reports a failed prefetch at its reader', async () => {
  mockEndpoint(session, fails({ code: 409, message: 'Not now' }));
  prefetch(session, {});
  renderScreen(<Reader />);
  expect(await screen.findByText('Not now')).toBeVisible();
});

it('requests again when a prefetched reply is too old', async () => {
  jest.useFakeTimers();
  const mocked = mockEndpoint(session, reply);
  prefetch(session, {});
  await jest.advanceTimersByTimeAsync(2000);
  renderScreen(<Reader />);
  expect(await screen.findByText(reply.now)).toBeVisible();
  expect(mocked.calls).toHaveLength(2);
});
