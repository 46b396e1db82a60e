import { createTicket, listTickets } from '@portal/contracts/tickets/tickets.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { enableShrinking, tiff } from '@portal/testing/pictures';
import { renderScreen } from '@portal/testing/renderScreen';
import { choosePictures, mockAssigned, offeredJobs, pictureFile, selectNamed } from '@portal/testing/tickets';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { screen, waitFor, within } from '@testing-library/react';
import { ReportIssueScreen } from './ReportIssueScreen';

// jsdom cannot decode pictures, so they keep their size.
jest.mock('@portal/ui/shrinkImage');

beforeEach(async () => {
  await emptyDevice();
  jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file }));
  mockEndpoint(listTickets, { docs: [], total: 0 });
  mockAssigned();
});

const open = () => renderScreen(<ReportIssueScreen />, { path: '/reportIssue', route: '/reportIssue' });
const ready = () => screen.findByRole('combobox', { name: 'Ticket type' });
const submit = () => screen.getByRole('button', { name: 'Submit' });

it('[REPORTISSUE-01, REPORTISSUE-02, REPORTISSUE-03, REPORTISSUE-04] has type, job, title and description', async () => {
  open();
  await ready();
  expect([...selectNamed('Ticket type').options].slice(1).map(({ text }) => text)).toEqual([
    'Current Job',
    'Previous Job',
    'Upcoming Job',
    'Profile Update',
    'Payout/Change payout',
    'Others',
  ]);
  await waitFor(() => expect(offeredJobs()).toEqual(['Hall watch, Yard 1']));
  expect(screen.getByRole('textbox', { name: 'Title' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Description' })).toBeVisible();
});

it('[REPORTISSUE-05] has a photos input for several pictures', async () => {
  open();
  await ready();
  expect(screen.getByRole('group', { name: 'Photos' })).toBeVisible();
  await choosePictures(pictureFile('front.jpg'), pictureFile('back.jpg'));
  for (const name of ['front.jpg', 'back.jpg']) expect(await screen.findByRole('button', { name: `Remove ${name}` })).toBeVisible();
});

it.each([
  ['REPORTISSUE-06', 'Ticket type', 'Please select ticket type'],
  ['REPORTISSUE-07', 'Job', 'Please select job'],
  ['REPORTISSUE-08', 'Title', 'Title is required'],
  ['REPORTISSUE-09', 'Description', 'Description is required'],
  ['REPORTISSUE-10', 'Photos', 'Please select image'],
])('[%s] an empty %s shows %s', async (_id, name, message) => {
  const { user } = open();
  await ready();
  await user.click(submit());
  const role = name === 'Photos' ? 'group' : name === 'Title' || name === 'Description' ? 'textbox' : 'combobox';
  await waitFor(() => expect(screen.getByRole(role, { name })).toHaveAccessibleDescription(expect.stringContaining(message)));
});

it('[REPORTISSUE-13, REPORTISSUE-36/1, REPORTISSUE-36/2, REPORTISSUE-36/3] every invalid field has its own text, the first is focused and announced, nothing is sent', async () => {
  const create = mockEndpoint(createTicket, {});
  const { user } = open();
  await ready();
  await user.click(submit());
  await waitFor(() => expect(selectNamed('Ticket type')).toHaveFocus());
  // Screen readers announce the focused field with its description, and the summary as an alert.
  expect(selectNamed('Ticket type')).toHaveAccessibleDescription('Please select ticket type');
  expect(selectNamed('Job')).toHaveAccessibleDescription(expect.stringContaining('Please select job'));
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription(expect.stringContaining('Title is required'));
  expect(screen.getByLabelText('Description')).toHaveAccessibleDescription(expect.stringContaining('Description is required'));
  expect(screen.getByRole('group', { name: 'Photos' })).toHaveAccessibleDescription(expect.stringContaining('Please select image'));
  const invalid = [selectNamed('Ticket type'), selectNamed('Job'), screen.getByLabelText('Title'), screen.getByLabelText('Description')];
  for (const field of invalid) expect(field).toBeInvalid();
  const summary = screen.getByText('There is a problem').closest('[role=alert]');
  expect(summary).toHaveTextContent('Please select ticket type');
  expect(create.calls).toEqual([]);
});

it('[REPORTISSUE-14] accepts 69 pictures and refuses a seventieth with a message', async () => {
  open();
  await ready();
  await choosePictures(...Array.from({ length: 70 }, (_, at) => pictureFile(`${at + 1}.jpg`)));
  expect(await screen.findByText('“70.jpg” was not added: at most 69 pictures.')).toBeVisible();
  expect(screen.getByText('69 of 69')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Photos' }).children).toHaveLength(69);
  expect(screen.getByText('Choose pictures').closest('button')).toBeDisabled();
});

it('[REPORTISSUE-15] accepts jpg, png, webp, gif and jpeg, and refuses another picture with a message', async () => {
  open();
  await ready();
  enableShrinking();
  const kinds = { jpg: 'jpeg', png: 'png', webp: 'webp', gif: 'gif', jpeg: 'jpeg' };
  const taken = Object.entries(kinds).map(([ending, type]) => new File(['x'], `${ending}.${ending}`, { type: `image/${type}` }));
  await choosePictures(...taken, tiff('scan.tiff', 100));
  expect(await screen.findByText(/^“scan\.tiff” was not added\. Please choose a JPG, PNG, WebP or GIF\.$/)).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^View / })).toHaveLength(5));
  expect(screen.getByText('5 of 69')).toBeVisible();
});

it('[REPORTISSUE-12, REPORTISSUE-36/2, REPORTISSUE-36/3] the checks stop at the first invalid field: it has the focus, and nothing is sent until all are valid', async () => {
  const create = mockEndpoint(createTicket, {});
  const { user } = open();
  await ready();
  await waitFor(() => expect(offeredJobs()).toEqual(['Hall watch, Yard 1']));
  const typed = (name: string) => async () => {
    await user.click(screen.getByRole('textbox', { name }));
    await user.paste('Two hours');
  };
  const checks: [role: string, name: string, message: string, mend: () => Promise<void>][] = [
    ['combobox', 'Ticket type', 'Please select ticket type', () => user.selectOptions(selectNamed('Ticket type'), 'Others')],
    ['combobox', 'Job', 'Please select job', () => user.selectOptions(selectNamed('Job'), 'Hall watch, Yard 1')],
    ['textbox', 'Title', 'Title is required', typed('Title')],
    ['textbox', 'Description', 'Description is required', typed('Description')],
    ['group', 'Photos', 'Please select image', () => choosePictures(pictureFile())],
  ];
  for (const [role, name, message, mend] of checks) {
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole(role, { name }).contains(document.activeElement)).toBe(true));
    expect(screen.getByRole(role, { name })).toHaveAccessibleDescription(expect.stringContaining(message));
    const summary = screen.getByText('There is a problem').closest<HTMLElement>('[role=alert]') as HTMLElement;
    const [first] = within(summary).getAllByRole('link');
    expect(first).toHaveTextContent(message);
    // The later fields are marked too.
    for (const [, , later] of checks.slice(checks.findIndex((check) => check[1] === name) + 1))
      expect(screen.getAllByText(later).length).toBeGreaterThan(0);
    expect(create.calls).toEqual([]);
    await mend();
  }
  await user.click(submit());
  await waitFor(() => expect(create.calls).toHaveLength(1));
});

it('[REPORTISSUE-11, REPORTISSUE-13] flags every field in order and focuses the first', async () => {
  const create = mockEndpoint(createTicket, {});
  const { user } = open();
  await ready();
  await user.click(submit());
  const summary = (await screen.findByText('There is a problem')).closest<HTMLElement>('[role=alert]') as HTMLElement;
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Please select ticket type', 'Please select job', 'Title is required', 'Description is required', 'Please select image']);
  expect(selectNamed('Ticket type')).toHaveFocus();
  expect(selectNamed('Ticket type')).toHaveAccessibleDescription('Please select ticket type');
  expect(create.calls).toEqual([]);
  await user.selectOptions(selectNamed('Ticket type'), 'Others');
  await user.click(submit());
  await waitFor(() => expect(selectNamed('Job')).toHaveFocus());
  expect(screen.queryByText('Please select ticket type')).toBeNull();
});
