import { listTickets } from '@portal/contracts/tickets/tickets.endpoints';
import { readDraft, saveDraft } from '@portal/forms/draftStore';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { guard } from '@portal/testing/guard';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { mockAssigned, selectNamed } from '@portal/testing/tickets';
import { act, screen, waitFor } from '@testing-library/react';
import { ReportIssueScreen } from './ReportIssueScreen';

jest.mock('@portal/forms/draftStore', () => {
  const real = jest.requireActual<typeof import('@portal/forms/draftStore')>('@portal/forms/draftStore');
  return { ...real, readDraft: jest.fn(real.readDraft) };
});
const { readDraft: read } = jest.requireActual<typeof import('@portal/forms/draftStore')>('@portal/forms/draftStore');

afterEach(async () => {
  jest.useRealTimers();
  await emptyDevice();
});

it('a late draft that the guard chose is not replaced by values from the address', async () => {
  mockAssigned();
  mockEndpoint(listTickets, { docs: [], total: 0 });
  await saveDraft({ guardId: guard().id, form: 'ticket' }, { ticketType: '4', ticketTitle: 'Pay of week 1', description: '', images: [] });
  let answer: () => void = () => undefined;
  jest.mocked(readDraft).mockImplementationOnce(async (key) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return read(key);
  });
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask'] });
  const { user } = renderScreen(<ReportIssueScreen />, { path: '/reportIssue?type=5', route: '/reportIssue' });
  await act(() => jest.advanceTimersByTimeAsync(3000));
  jest.useRealTimers();
  await waitFor(() => expect(selectNamed('Ticket type')).toHaveDisplayValue('Others'));
  await act(async () => answer());
  await user.click(await screen.findByRole('button', { name: 'Restore it' }));
  expect(await screen.findByText(/^We kept what you entered/)).toBeVisible();
  expect(screen.getByLabelText('Title')).toHaveValue('Pay of week 1');
  expect(selectNamed('Ticket type')).toHaveDisplayValue('Payout/Change payout');
});
