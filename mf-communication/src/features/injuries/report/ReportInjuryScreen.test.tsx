import '@portal/testing/deviceStorage';
import { toWire } from '@portal/contracts/_kernel/wire';
import { injuryTypes, reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ReportInjuryScreen } from './ReportInjuryScreen';

// jsdom cannot decode pictures.
jest.mock('@portal/ui/shrinkImage');

const jobOf = (jobTitle: string, n: number) => ({ jobId: { id: mockId(n), jobTitle, locationId: { locationName: 'Yard 7' } } });
const lists = { 0: [jobOf('Gate watch', 1)], 2: [jobOf('Night desk', 2), jobOf('Hall watch', 3)] };
let jobs: ReturnType<typeof mockEndpoint>;
let types: ReturnType<typeof mockEndpoint>;

beforeEach(() => {
  jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file }));
  jobs = mockEndpoint(assignedJobs, ({ jobStatus }) => {
    const docs = lists[jobStatus as 0 | 2];
    return { docs, total: docs.length };
  }) as never;
  types = mockEndpoint(injuryTypes, [{ name: 'Animal Bite' }, { name: 'Heat or Cold' }]) as never;
});
afterEach(emptyDevice);

async function open() {
  const shown = renderScreen(<ReportInjuryScreen />, { path: '/report-injury' });
  await screen.findByRole('option', { name: 'Night desk, Yard 7' });
  await screen.findByRole('option', { name: 'Animal Bite' });
  return shown;
}
const field = (name: string) => screen.getByRole('combobox', { name });
const description = () => screen.getByRole('textbox', { name: 'Description' });
const submit = () => screen.getByRole('button', { name: 'Submit' });
const picker = () => document.querySelector('input[type=file]:not([capture])') as HTMLInputElement;
const photo = (name = 'arm.jpg') => new File(['photo'], name, { type: 'image/jpeg' });
const choose = (...files: File[]) => act(async () => void fireEvent.change(picker(), { target: { files } }));

async function fill({ user }: Awaited<ReturnType<typeof open>>) {
  await user.selectOptions(field('Job'), 'Night desk, Yard 7');
  await user.type(description(), 'Pushed against the gate.');
  await choose(photo());
}
const containing = (message: string) => expect.stringContaining(message);

it('[REPORTINJURY-01, REPORTINJURY-02, REPORTINJURY-05, REPORTINJURY-07] has a job select, a title select, a description and Submit', async () => {
  await open();
  expect(field('Job')).toBeEnabled();
  expect(field('Injury Title')).toBeEnabled();
  expect(description()).toBeEnabled();
  expect(submit()).toBeEnabled();
});

it('[REPORTINJURY-06, REPORTINJURY-16, REPORTINJURY-17] has one photo, an image; of several chosen files the first is used', async () => {
  await open();
  expect(screen.getByRole('group', { name: 'Photo' })).toBeVisible();
  expect(picker()).toHaveAttribute('accept', 'image/*');
  await choose(photo('first.jpg'), photo('second.jpg'));
  expect(screen.getByText('first.jpg')).toBeVisible();
  expect(screen.queryByText('second.jpg')).toBeNull();
});

it('[REPORTINJURY-03, REPORTINJURY-22/1] has the title Injured During Mob Attack preselected', async () => {
  await open();
  expect(field('Injury Title')).toHaveDisplayValue('Injured During Mob Attack');
});

it('[REPORTINJURY-04] loads the other titles from GET /injury-type/guard/list', async () => {
  await open();
  expect([injuryTypes.method, injuryTypes.path, types.calls]).toEqual(['GET', '/injury-type/guard/list', [{}]]);
  const titles = within(field('Injury Title')).getAllByRole('option');
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'Choose a title',
    'Injured During Mob Attack',
    'Animal Bite',
    'Heat or Cold',
  ]);
});

it('[REPORTINJURY-12, REPORTINJURY-22/2] can clear the title, and requires it then', async () => {
  const shown = await open();
  await fill(shown);
  await shown.user.selectOptions(field('Injury Title'), 'Choose a title');
  await shown.user.click(submit());
  await waitFor(() => expect(field('Injury Title')).toHaveAccessibleDescription(containing('Please select title')));
});

it('[REPORTINJURY-11, REPORTINJURY-13, REPORTINJURY-14, REPORTINJURY-15] checks job, title, description and photo, in this order', async () => {
  const { user } = await open();
  await user.selectOptions(field('Injury Title'), 'Choose a title');
  await user.click(submit());
  await waitFor(() => expect(field('Job')).toHaveAccessibleDescription(containing('Please select title')));
  expect(field('Job')).toHaveFocus();
  expect(description()).toHaveAccessibleDescription(containing('Please enter description'));
  expect(screen.getByRole('group', { name: 'Photo' })).toHaveAccessibleDescription(containing('Please select file'));
  const summary = screen.getByRole('alert');
  expect(
    within(summary)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Job: Please select title',
    'Injury Title: Please select title',
    expect.stringContaining('Please enter description'),
    expect.stringContaining('Please select file'),
  ]);
});

it('[REPORTINJURY-15] focuses each invalid field in turn, and sends nothing until all are valid', async () => {
  const sent = mockEndpoint(reportInjury, null);
  const { user } = await open();
  await user.selectOptions(field('Injury Title'), 'Choose a title');
  const turns: [role: string, name: string, mend: () => Promise<void>][] = [
    ['combobox', 'Job', () => user.selectOptions(field('Job'), 'Night desk, Yard 7')],
    ['combobox', 'Injury Title', () => user.selectOptions(field('Injury Title'), 'Animal Bite')],
    ['textbox', 'Description', () => user.type(description(), 'Pushed against the gate.')],
    ['group', 'Photo', () => choose(photo())],
  ];
  for (const [role, name, mend] of turns) {
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole(role, { name }).contains(document.activeElement)).toBe(true));
    expect(sent.calls).toEqual([]);
    await mend();
  }
  await user.click(submit());
  await waitFor(() => expect(sent.calls).toHaveLength(1));
});

it('[REPORTINJURY-18, REPORTINJURY-23/1] lists the jobs of status 2', async () => {
  await open();
  expect(jobs.calls).toEqual([{ jobStatus: 2 }]);
  expect(
    within(field('Job'))
      .getAllByRole('option')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['Night desk, Yard 7', 'Hall watch, Yard 7']);
});

it('[REPORTINJURY-23/2] lists the jobs of status 0 by the switch', async () => {
  const { user } = await open();
  await user.selectOptions(field('Job'), 'Night desk, Yard 7');
  await user.click(screen.getByRole('switch', { name: 'I am still on this job' }));
  expect(await screen.findByRole('option', { name: 'Gate watch, Yard 7' })).toBeVisible();
  await waitFor(() => expect(jobs.calls.at(-1)).toEqual({ jobStatus: 0 }));
  expect(screen.queryByRole('option', { name: 'Night desk, Yard 7' })).toBeNull();
  expect(field('Job')).toHaveValue('');
});

it('[REPORTINJURY-09] has a link to the previous injuries', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Previous Injuries' })).toHaveAttribute('href', '/previousInjury');
});

it('[REPORTINJURY-08, REPORTINJURY-10, REPORTINJURY-19, REPORTINJURY-21/1] sends one file with the texts, waits, and opens the previous injuries', async () => {
  let answer: (value: null) => void = () => undefined;
  const sent = mockEndpoint(reportInjury, () => new Promise<null>((resolve) => (answer = resolve)));
  const shown = await open();
  await fill(shown);
  await shown.user.click(submit());
  expect(await screen.findByRole('button', { name: 'Please Wait...' })).toBeDisabled();
  answer(null);
  expect(await screen.findByRole('button', { name: 'Submit' })).toBeEnabled();
  await waitFor(() => expect(shown.portal.navigations).toEqual([expect.objectContaining({ to: '/previousInjury' })]));
  expect([reportInjury.method, reportInjury.path, reportInjury.body]).toEqual(['POST', '/report-injury', 'multipart']);
  expect(sent.calls).toEqual([
    { jobId: mockId(2), title: 'Injured During Mob Attack', description: 'Pushed against the gate.', file: [expect.any(File)] },
  ]);
});

it('[REPORTINJURY-16, REPORTINJURY-21/1, DATA-COMM-23, AUTHZ-38] sends the name of the chosen title, and only the first of several photos, as one part file', async () => {
  const sent = mockEndpoint(reportInjury, null);
  const shown = await open();
  await fill(shown);
  await shown.user.selectOptions(field('Injury Title'), 'Heat or Cold');
  await choose(photo('first.jpg'), photo('second.jpg'));
  await shown.user.click(submit());
  await waitFor(() => expect(sent.calls).toHaveLength(1));
  expect(sent.calls).toMatchObject([{ title: 'Heat or Cold' }]);
  const form = toWire(reportInjury, sent.calls[0] as never).body as FormData;
  expect([...form].filter(([, part]) => part instanceof File).map(([key, file]) => [key, (file as File).name])).toEqual([
    ['file', 'first.jpg'],
  ]);
});

it.each([0, 429, 500])('[REPORTINJURY-20/2] opens after a %i the previous injuries, which list the report as unsent', async (code) => {
  mockEndpoint(reportInjury, fails({ code, message: 'Text of the server' }));
  const shown = await open();
  await fill(shown);
  await shown.user.click(submit());
  await waitFor(() => expect(shown.portal.navigations).toEqual([expect.objectContaining({ to: '/previousInjury' })]));
  expect(shown.portal.outbox.current()).toMatchObject([{ what: 'Injury report: Injured During Mob Attack', state: 'on device', bytes: 5 }]);
});

it('reports that nothing was sent when the device cannot store it either', async () => {
  mockEndpoint(reportInjury, fails({ code: 0, message: '' }));
  const shown = await open();
  shown.portal.outbox.isFull = true;
  await fill(shown);
  await shown.user.click(submit());
  expect(await screen.findByText('Your injury report was not sent. What you entered is still here; please try again.')).toBeVisible();
  expect(shown.portal.navigations).toEqual([]);
});

it('stores the draft on the device, and restores it, also into lists that load later', async () => {
  const shown = await open();
  await fill(shown);
  await shown.user.selectOptions(field('Injury Title'), 'Animal Bite');
  shown.unmount();
  await open();
  expect(await screen.findByText(/^We kept what you entered/)).toBeVisible();
  expect(field('Job')).toHaveDisplayValue('Night desk, Yard 7');
  expect(field('Injury Title')).toHaveDisplayValue('Animal Bite');
  expect(description()).toHaveValue('Pushed against the gate.');
});

it('names the list that could not be loaded, and keeps the input', async () => {
  mockEndpoint(assignedJobs, fails({ code: 400, message: 'Broken' }));
  mockEndpoint(injuryTypes, fails({ code: 400, message: 'Broken' }));
  renderScreen(<ReportInjuryScreen />, { path: '/report-injury' });
  expect(await screen.findByText('Your jobs could not be loaded')).toBeVisible();
  expect(await screen.findByText('The other titles could not be loaded')).toBeVisible();
  expect(field('Injury Title')).toHaveValue('Injured During Mob Attack');
});
