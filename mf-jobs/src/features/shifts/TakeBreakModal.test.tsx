import { breakReasons, takeBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { TakeBreakModal } from './TakeBreakModal';

const rest = { id: mockId(502), name: 'Rest' };
const lunch = { id: mockId(501), name: 'Lunch' };
const { jobId, shiftId } = jobIds();

function open() {
  const onClose = jest.fn();
  const page = renderScreen(<TakeBreakModal onClose={onClose} />, { portal: { session: { rememberedJob: () => jobIds() } } });
  return { ...page, onClose };
}
async function submit(user: ReturnType<typeof open>['user'], note = '') {
  await user.selectOptions(screen.getByLabelText('Reason'), await screen.findByRole('option', { name: 'Lunch' }));
  if (note) await user.type(screen.getByLabelText(/Note/), note);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
}

it('[ONJOB-12, ONJOB-14] requires a reason from GET /break-reason/guard/list', async () => {
  const reasons = mockEndpoint(breakReasons, [rest, lunch]);
  open();
  await screen.findByRole('option', { name: 'Lunch' });
  const options = within(screen.getByRole('combobox', { name: 'Reason' })).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Choose a reason', 'Rest', 'Lunch']);
  expect(breakReasons).toMatchObject({ method: 'GET', path: '/break-reason/guard/list' });
  expect(reasons.calls).toEqual([{}]);
});

it('[ONJOB-13, ONJOB-15, ONJOB-17/2] Submit calls POST /take-break; an empty note becomes the fixed text', async () => {
  mockEndpoint(breakReasons, [rest, lunch]);
  const taken = mockEndpoint(takeBreak, null);
  const { user, portal } = open();
  await submit(user);
  expect(takeBreak).toMatchObject({ method: 'POST', path: '/take-break' });
  await waitFor(() => expect(taken.calls[0]).toMatchObject({ breakReasonId: lunch.id, description: 'Break' }));
  expect(portal.writes[0]?.options).toMatchObject({ order: shiftId, durable: { what: 'Break: Lunch' } });
});

it('[ONJOB-17/1] sends the typed note within its length limit', async () => {
  mockEndpoint(breakReasons, [rest, lunch]);
  const taken = mockEndpoint(takeBreak, null);
  const { user } = open();
  const note = screen.getByRole('textbox', { name: /Note/ });
  await user.click(note);
  await user.paste('x'.repeat(201));
  await submit(user);
  await waitFor(() => expect(note).toHaveAccessibleDescription('At most 200 characters'));
  expect(taken.calls).toEqual([]);
  await user.type(note, '{Backspace}');
  await submit(user);
  await waitFor(() => expect(taken.calls).toMatchObject([{ description: 'x'.repeat(200) }]));
});

it('[ONJOB-18] sends the guard, job and shift that the portal has stored', async () => {
  mockEndpoint(breakReasons, [rest, lunch]);
  const taken = mockEndpoint(takeBreak, null);
  const { user } = open();
  await submit(user);
  await waitFor(() => expect(taken.calls[0]).toMatchObject({ guardId: guard().id, jobId, shiftId }));
});

it.each([
  ['nothing', null],
  ['a text', 'anything'],
  ['an object', { whatever: 1, code: 500, message: 'Refused' }],
])(
  '[API-JOB-25] closes after a success with %s in its reply, without a toast or a navigation, and ignores the reply',
  async (_what, data) => {
    mockEndpoint(breakReasons, [rest, lunch]);
    mockEndpoint(takeBreak, data);
    const { user, portal, onClose } = open();
    await submit(user);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect([portal.toasts, portal.navigations]).toEqual([[], []]);
  },
);

it.each([
  ['a refusal', 409, 'This was not saved. Your shift is not running, or you are already on a break.'],
  ["a shift that is not the guard's", 404, 'This was not saved. Words of the server'],
  ['a refusal without a reason of ours', 400, 'This was not saved. Please try again.'],
  ['no answer, on a phone that keeps nothing,', 0, 'This was not saved. Please try again.'],
])('[ONJOB-16/2] shows %s as one line in the form, which states that nothing was saved, and keeps the input', async (_case, code, line) => {
  mockEndpoint(breakReasons, [rest, lunch]);
  mockEndpoint(takeBreak, fails({ code, message: 'Words of the server' }));
  const { user, portal, onClose } = open();
  portal.outbox.isFull = code === 0;
  await submit(user, 'Soup');
  expect(await screen.findByText(line)).toHaveAttribute('role', 'status');
  expect(screen.getByText(line)).toBeVisible();
  expect(screen.getByLabelText(/Note/)).toHaveValue('Soup');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled());
  expect([portal.toasts, portal.navigations, onClose.mock.calls]).toEqual([[], [], []]);
  expect([...portal.unsaved]).toEqual(['your break']);
});

it('queues the break and closes the form without a connection', async () => {
  mockEndpoint(breakReasons, [rest, lunch]);
  mockEndpoint(takeBreak, fails({ code: 0, message: 'No answer' }));
  const { user, portal, onClose } = open();
  await submit(user);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(portal.outbox.current()).toMatchObject([{ what: 'Break: Lunch', state: 'on device' }]);
});

it('requires a reason', async () => {
  mockEndpoint(breakReasons, [rest, lunch]);
  const { user } = open();
  await screen.findByRole('option', { name: 'Lunch' });
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText(shiftMessages.chooseBreakReason)).toBeVisible();
});

it.each([
  ['there is none', [], 'There are no reasons to choose from yet. Please contact support.'],
  ['they cannot be loaded', fails({ code: 429, message: 'Slow down' }), 'The reasons could not be loaded'],
])('explains missing reasons when %s', async (_case, answer, words) => {
  mockEndpoint(breakReasons, answer);
  open();
  expect(await screen.findByText(words)).toBeVisible();
});
