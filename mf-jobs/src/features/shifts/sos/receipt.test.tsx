import { mockId } from '@portal/testing/ids';
import { jobIds } from '@portal/testing/jobs';
import { renderScreen } from '@portal/testing/renderScreen';
import { sosOf } from '@portal/testing/shifts';
import { screen } from '@testing-library/react';
import { SosPanel } from './SosPanel';

it.each([
  ['before a receipt', { reachedAt: null }, 'We are telling our team. Not acknowledged yet.'],
  ['after one', { reachedAt: '2027-03-14T14:58:30.000Z' }, 'Reached our team 10:58 a.m. Not acknowledged yet.'],
  [
    'with an inexact press',
    { reachedAt: null, withinMs: 290_000 },
    'We are telling our team. Not acknowledged yet. Pressed 10:58 a.m., within 5 minutes.',
  ],
  ['by an API that knows of none', {}, 'Not acknowledged yet.'],
])('[ONJOB-27/7] shows that an SOS reached the team only with a receipt: %s', (_case, changes, words) => {
  renderScreen(<SosPanel shift={jobIds()} sos={[sosOf(changes)]} readAt="2027-03-14T14:59:00.000Z" />);
  const [state, more] = screen.getAllByRole('status');
  expect([state?.textContent, more?.textContent]).toEqual(['Sent 10:58 a.m.', words]);
});

it('does not show a repeated SOS as acknowledged, even if both calls have the same instant', () => {
  const { at } = sosOf();
  const first = sosOf({ state: 'acknowledged', isActive: false, acknowledgedAt: at, endedAt: at });
  renderScreen(<SosPanel shift={jobIds()} sos={[first, sosOf({ sosId: mockId(602) })]} readAt="2027-03-14T14:59:00.000Z" />);
  expect(screen.getAllByRole('status')[0]).toHaveTextContent('Sent 10:58 a.m.');
});
