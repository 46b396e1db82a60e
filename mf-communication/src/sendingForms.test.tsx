import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { TEXT } from '@portal/contracts/enotes/enotes.rules';
import { injuryTypes, reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { DEFAULT_TITLE } from '@portal/contracts/injuries/injuries.rules';
import { createTicket } from '@portal/contracts/tickets/tickets.endpoints';
import { keepDraft } from '@portal/forms/drafts';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { enoteJob } from '@portal/testing/enotes';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { assigned, mockAssigned, pictureFile } from '@portal/testing/tickets';
import { act, screen, waitFor } from '@testing-library/react';
import { ENoteForm } from './features/enotes/write/ENoteForm';
import { InjuryForm } from './features/injuries/report/InjuryForm';
import { TicketForm } from './features/tickets/report/TicketForm';

const { jobId: job } = assigned[0];
const jobId = job.id;
const note = { value: jobId, label: 'Gate', zone: enoteJob().timeZone };
const nothing = () => undefined;

afterEach(emptyDevice);
beforeEach(() => {
  mockAssigned();
  mockEndpoint(injuryTypes, []);
});

/** Each time with pictures of its own: one that was kept is not kept again. */
const forms = () => [
  {
    draft: 'e-note',
    show: <ENoteForm guardId="ada" jobs={[note]} jobId={jobId} named={null} />,
    endpoint: writeEnote,
    typed: { jobId, title: 'Gate', description: 'It stood open.', eventTime: '10:00:00', type: TEXT },
  },
  {
    draft: 'injury',
    show: <InjuryForm guardId="ada" />,
    endpoint: reportInjury,
    typed: { jobId, isOnJob: false, title: DEFAULT_TITLE, description: 'It stood open.', file: pictureFile() },
  },
  {
    draft: 'ticket',
    show: <TicketForm guardId="ada" chosen={{}} onSent={nothing} />,
    endpoint: createTicket,
    typed: { ticketType: '4', jobId, ticketTitle: 'Gate', description: 'It stood open.', images: [pictureFile()] },
  },
];

it.each(forms())(
  'a form that is left while its $draft is sent, and opened again, does not offer the same to be sent twice',
  async (one) => {
    const { show, draft, typed } = one;
    const sent = mockEndpoint(one.endpoint as typeof createTicket, () => new Promise(nothing));
    const open = () => renderScreen(show, { path: '/' });
    const description = () => screen.findByRole('textbox', { name: 'Description' });
    await keepDraft({ guardId: 'ada', form: draft }, typed);
    const { user, unmount, portal } = open();
    const first = await description();
    await waitFor(() => expect(first).toHaveValue('It stood open.'));
    expect(screen.getByText(/We kept what you entered/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(sent.calls).toHaveLength(1));
    unmount();
    const [entry] = portal.outbox.current();
    open().portal.outbox.put(entry as WriteEntry);
    const anew = await description();
    expect(screen.queryByText(/We kept what you entered/)).toBeNull();
    await act(async () => undefined);
    expect(anew).toHaveValue('');
  },
);

it.each(forms())(
  'its $draft pressed again after no answer, on a device that keeps nothing, is the same act; changed, another',
  async (one) => {
    const sent = mockEndpoint(one.endpoint as typeof createTicket, fails({ code: 0, message: '' }));
    await keepDraft({ guardId: 'ada', form: one.draft }, one.typed);
    const { user, portal } = renderScreen(one.show, { path: '/' });
    portal.outbox.isFull = true;
    const description = await screen.findByRole('textbox', { name: 'Description' });
    await waitFor(() => expect(description).toHaveValue('It stood open.'));
    const send = async (times: number) => {
      await user.click(screen.getByRole('button', { name: 'Submit' }));
      await waitFor(() => expect(sent.calls).toHaveLength(times));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled());
    };
    await send(1);
    await send(2);
    await user.type(description, ' Again.');
    await send(3);
    const [first, second, third] = sent.options.map(({ idempotencyKey }) => idempotencyKey);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).toMatch(/^[0-9a-f-]{36}$/);
    expect(third).not.toBe(first);
  },
);
