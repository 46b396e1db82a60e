import { writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { enoteMessages, TEXT_NOTE } from '@portal/contracts/enotes/enotes.rules';
import { injuryTypes, reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { DEFAULT_TITLE, injuryMessages } from '@portal/contracts/injuries/injuries.rules';
import { createTicket } from '@portal/contracts/tickets/tickets.endpoints';
import { ticketMessages } from '@portal/contracts/tickets/tickets.rules';
import { forgetGuard, saveDraft } from '@portal/forms/draftStore';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { enoteJob } from '@portal/testing/enotes';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { mockAssigned, oneAssignedPerList, pictureFile } from '@portal/testing/tickets';
import { act, screen, waitFor } from '@testing-library/react';
import { ENoteForm } from './features/enotes/write/ENoteForm';
import { InjuryForm } from './features/injuries/report/InjuryForm';
import { TicketForm } from './features/tickets/report/TicketForm';

const { jobId: job } = oneAssignedPerList[0];
const jobId = job.id;
const note = { value: jobId, label: 'Gate', zone: enoteJob().timeZone };
const nothing = () => undefined;

afterEach(async () => {
  // The page has the key of the guard's drafts, which the device then loses.
  await forgetGuard('ada');
  await emptyDevice();
});
beforeEach(() => {
  mockAssigned();
  mockEndpoint(injuryTypes, []);
});

/** Each call creates new pictures, because a draft stores each file once. */
const forms = () => [
  {
    draft: 'e-note',
    show: <ENoteForm guardId="ada" jobs={[note]} jobId={jobId} jobIdInUrl={null} />,
    endpoint: writeEnote,
    typed: {
      jobId,
      title: 'Gate',
      description: 'It stood open.',
      eventTime: '10:00:00',
      openedAt: '2027-03-14T14:00:00.000Z',
      type: TEXT_NOTE,
    },
    shown: { Job: 'Gate', Title: 'Gate', 'Time (UTC)': '10:00:00' },
    messages: { kept: enoteMessages.kept, notSent: enoteMessages.notSent, 404: enoteMessages.notYours },
  },
  {
    draft: 'injury',
    show: <InjuryForm guardId="ada" />,
    endpoint: reportInjury,
    typed: {
      jobId: oneAssignedPerList[2].jobId.id,
      isOnJob: false,
      title: DEFAULT_TITLE,
      description: 'It stood open.',
      file: pictureFile(),
    },
    shown: { Job: 'Night desk, Yard 3', 'Injury Title': DEFAULT_TITLE },
    messages: { kept: injuryMessages.kept, notSent: injuryMessages.notSaved, 403: 'This job is not one of yours.' },
  },
  {
    draft: 'ticket',
    show: <TicketForm guardId="ada" chosen={{}} onSent={nothing} />,
    endpoint: createTicket,
    typed: { ticketType: '4', jobId, ticketTitle: 'Gate', description: 'It stood open.', images: [pictureFile()] },
    shown: { 'Ticket type': 'Payout/Change payout', Job: 'Hall watch, Yard 1', Title: 'Gate' },
    messages: { kept: ticketMessages.kept, notSent: ticketMessages.notSaved, 403: 'This job is not one of yours.' },
  },
];

it.each(forms())('a form that is left while its $draft is sent does not offer the same draft when it is opened again', async (one) => {
  const { show, draft, typed } = one;
  const sent = mockEndpoint(one.endpoint as typeof createTicket, () => new Promise(nothing));
  const open = () => renderScreen(show, { path: '/' });
  const description = () => screen.findByRole('textbox', { name: 'Description' });
  await saveDraft({ guardId: 'ada', form: draft }, typed);
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
});

it.each(forms())(
  'its $draft sent again without a reply, on a device that cannot store, keeps its key; a changed one gets another',
  async (one) => {
    const sent = mockEndpoint(one.endpoint as typeof createTicket, fails({ code: 0, message: '' }));
    await saveDraft({ guardId: 'ada', form: one.draft }, one.typed);
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

type Form = ReturnType<typeof forms>[number];
const withCodes = (codes: readonly number[]) => forms().flatMap((one) => codes.map((code) => ({ ...one, code })));

/** Opens the form with its draft and sends it; the server replies with this code. With `isFull` the device cannot store. */
async function send(one: Form, code: number, isFull = false) {
  mockEndpoint(one.endpoint as typeof createTicket, fails({ code, message: 'Text of the server' }));
  await saveDraft({ guardId: 'ada', form: one.draft }, one.typed);
  const opened = renderScreen(one.show, { path: '/' });
  opened.portal.outbox.isFull = isFull;
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('It stood open.'));
  await waitFor(() => expect(screen.getByLabelText('Job')).toHaveDisplayValue(one.shown.Job));
  await opened.user.click(screen.getByRole('button', { name: 'Submit' }));
  return opened;
}

it.each([
  ...withCodes([400, 403, 404, 409, 413]).map((one) => ({ ...one, isFull: false })),
  ...withCodes([0, 429, 500]).map((one) => ({ ...one, isFull: true })),
])(
  '[ENOTE-16/1, REPORTISSUE-25/1, REPORTINJURY-20/1] shows after a $code for the $draft (device cannot store: $isFull) one quiet line of our own, without a toast or another page, and keeps the input',
  async ({ code, isFull, ...one }) => {
    const { portal } = await send(one as Form, code, isFull);
    const line = (one.messages as Record<number, string>)[code] ?? one.messages.notSent;
    await waitFor(() => expect(screen.getByText(line)).toHaveRole('status'));
    expect(document.body).not.toHaveTextContent('Text of the server');
    expect([portal.toasts, portal.navigations, portal.outbox.current(), portal.announced]).toEqual([[], [], [], []]);
    for (const [label, value] of Object.entries(one.shown)) expect(screen.getByLabelText(label)).toHaveDisplayValue(value);
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('It stood open.');
    if (one.draft !== 'e-note') expect(document.body).toHaveTextContent('slip.jpg');
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
  },
);

it.each(withCodes([0, 429, 500, 503]))(
  '[ENOTE-16/2, REPORTISSUE-25/2, REPORTINJURY-20/2] queues after a $code the $draft with its files and announces it, without a toast',
  async ({ code, ...one }) => {
    const { portal } = await send(one as Form, code);
    await waitFor(() => expect(portal.announced).toContain(one.messages.kept));
    expect(portal.toasts).toEqual([]);
    expect(document.body).not.toHaveTextContent('Text of the server');
    expect(portal.outbox.current()).toMatchObject([{ state: 'on device', input: { description: 'It stood open.' } }]);
    expect(portal.outbox.current()[0]?.bytes ?? 0).toBe(one.draft === 'e-note' ? 0 : 1);
  },
);
