import { deviceZone } from '@portal/contracts/_kernel/deviceZone';
import { enoteJobs, listEnotes, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { enoteOrder } from '@portal/contracts/enotes/enotes.rules';
import { enote, enoteJob } from '@portal/testing/enotes';
import { jobIds } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen, type ScreenOptions } from '@portal/testing/renderScreen';
import { act, screen, within } from '@testing-library/react';
import { ENotesScreen } from './ENotesScreen';

async function open(notes = [enote()], options: ScreenOptions = {}) {
  mockEndpoint(enoteJobs, { docs: [enoteJob()], total: 1 });
  mockEndpoint(listEnotes, { docs: notes, total: notes.length });
  const shown = renderScreen(<ENotesScreen />, { path: enotesPaths.list({ jobId: jobIds().jobId }), ...options });
  return { ...shown, right: await screen.findByRole('region', { name: 'Notes of Night watch at the depot' }) };
}

it('an unsent note shows the device time, in the zone of a site in Kenora', async () => {
  jest.mocked(deviceZone).mockReturnValue('America/Winnipeg');
  const { portal, right } = await open();
  act(() => portal.outbox.put(waitingWrite({ endpointId: writeEnote.id, order: enoteOrder(jobIds().jobId), what: 'E-note: Patrol done' })));
  expect(within(right).getByRole('list', { name: 'Your notes that are not sent yet' })).toHaveTextContent('since 10:00 a.m. CDT');
  jest.mocked(deviceZone).mockReturnValue('America/Toronto');
});

it('[ENOTE-16/2] lists an unsent note first with its state, until it is sent', async () => {
  const { portal, right } = await open();
  const entry = waitingWrite({ endpointId: writeEnote.id, order: enoteOrder(jobIds().jobId), what: 'E-note: Patrol done', bytes: 90_000 });
  act(() => portal.outbox.put(entry));
  const own = within(right).getByRole('list', { name: 'Your notes that are not sent yet' });
  const stored = await within(right).findByRole('heading', { name: 'Gate found open' });
  expect(own.compareDocumentPosition(stored)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(own).toHaveTextContent('Patrol done');
  expect(own).toHaveTextContent('On this device since 11:00 a.m., 90 kB. It will be sent automatically.');
  act(() => portal.outbox.put({ ...entry, state: 'sending', progress: 0.4 }));
  expect(own).toHaveTextContent('Sending, 40 %, 90 kB');
  // Percentages are visible; screen readers get only the state.
  expect(own).not.toHaveAttribute('aria-live');
  expect(own.querySelector('[aria-live]')).toHaveTextContent(/^Sending$/);
  act(() => portal.outbox.put({ ...entry, state: 'sent' }));
  expect(within(right).queryByRole('list', { name: 'Your notes that are not sent yet' })).toBeNull();
});

it('shows the reason of a refused note, which can be sent again or deleted', async () => {
  const { portal, right, user } = await open([], { portal: { confirm: async () => true } });
  const failure = { code: 404, message: '', userMessage: 'There is no such job of yours.', fields: {} };
  act(() =>
    portal.outbox.put(
      waitingWrite({
        key: 'refused',
        endpointId: writeEnote.id,
        order: enoteOrder(jobIds().jobId),
        what: 'E-note: Patrol',
        state: 'failed',
        failure,
      }),
    ),
  );
  expect(right).toHaveTextContent('There is no such job of yours.');
  await user.click(within(right).getByRole('button', { name: 'Try again: E-note: Patrol' }));
  await user.click(within(right).getByRole('button', { name: 'Delete: E-note: Patrol' }));
  expect([portal.outbox.retried, portal.outbox.dismissed]).toEqual([['refused'], ['refused']]);
});
