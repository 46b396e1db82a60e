import { sosNotice } from '@portal/contracts/_kernel/sosNotice';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { regions } from '@portal/mf-kit/pageLayout';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { waitingWrite } from '@portal/testing/outbox';
import { act, render, screen } from '@testing-library/react';
import type { PageLocation } from '../navigation/pageLocation';
import { signal } from '../platform/signal';
import { UnsentSos } from './OutboxButton';

const call = (state: WriteEntry['state']) => waitingWrite({ endpointId: raiseSos.id, what: 'SOS', state, input: { active: true } });

function open(entries: readonly WriteEntry[]) {
  document.body.append(Object.assign(document.createElement('div'), { id: regions.persistentNotices }));
  const place = signal<PageLocation>({ chrome: 'guard', module: null, pathname: '/search-job', hash: '' });
  const outbox = { entries: signal(entries), retry: () => undefined, dismiss: () => undefined };
  render(<UnsentSos outbox={outbox} place={place} />);
  return { outbox, place };
}
afterEach(() => document.getElementById(regions.persistentNotices)?.remove());

it.each([
  ['on device', sosNotice.unsent],
  ['failed', sosNotice.failed],
] as const)('shows an SOS that is %s on every page but On Job, until it is sent', (state, words) => {
  const { place, outbox } = open([call(state)]);
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open On Job' })).toHaveAttribute('href', '/onJob');
  act(() => place.set({ ...place.get(), pathname: '/onJob' }));
  expect(screen.queryByText(words)).toBeNull();
  act(() => place.set({ ...place.get(), pathname: '/chat' }));
  expect(screen.getByText(words)).toBeVisible();
  act(() => outbox.entries.set([call('sent')]));
  expect(screen.queryByText(words)).toBeNull();
});

it('shows no notice when only the end of the SOS waits', () => {
  const off = { ...call('on device'), key: 'off', input: { active: false } };
  open([call('sent'), off]);
  expect(screen.queryByRole('region', { name: 'SOS' })).toBeNull();
});
