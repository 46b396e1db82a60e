import { applyForOpening, openings } from '@portal/contracts/career/career.endpoints';
import type { Opening } from '@portal/contracts/career/career.rules';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { act, screen, waitFor, within } from '@testing-library/react';
import { CareerScreen } from './CareerScreen';

jest.mock('@portal/ui/shrinkImage');
beforeEach(() => void jest.mocked(shrinkImage).mockReset());

const opening: Opening = { title: 'Dispatcher', place: 'Oshawa, Ontario', hours: 'Full-time, nights', description: 'You answer guards.' };

async function open(given: readonly Opening[] | ReturnType<typeof fails> = []) {
  mockEndpoint(openings, given as Opening[]);
  const shown = renderScreen(<CareerScreen />, { guard: null, path: '/career' });
  await screen.findAllByText(/^(No openings at the moment|Apply for this job|The openings could not be loaded)$/);
  const fields = within(screen.getByRole('form', { name: 'Apply Now' }));
  const field = (name: string | RegExp) => fields.getByLabelText(name) as HTMLInputElement;
  const fill = async () => {
    await shown.user.type(field('Name'), 'Zoë Roy');
    await shown.user.type(field('Email'), 'zoe@example.com');
    await shown.user.type(field('Phone'), '4165550134');
  };
  const submit = () => shown.user.click(fields.getByRole('button', { name: 'Apply Now' }));
  return { ...shown, fields, field, fill, submit };
}

const cv = (bytes = 2000) => new File([new Uint8Array(bytes)], 'cv.pdf', { type: 'application/pdf' });
const FILE = /^Your resume or licence/;

it('[PUBLIC-CAREER-01] describes what working here is like', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Work behind the guards' })).toBeVisible();
  expect(screen.getByText(/support our guards around the clock/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'What you can expect' })).toBeVisible();
});

describe('the openings', () => {
  it('[PUBLIC-CAREER-02/1] come from the API', async () => {
    await open([opening, { ...opening, title: 'Supervisor' }]);
    expect(await screen.findByRole('heading', { level: 3, name: 'Dispatcher' })).toBeVisible();
    const [first, second] = screen.getAllByRole('link', { name: /^Apply for this job/ }).map((link) => link.closest('li'));
    expect(first).toHaveTextContent('DispatcherOshawa, Ontario · Full-time, nightsYou answer guards.');
    expect(second).toHaveTextContent('Supervisor');
  });

  it('[PUBLIC-CAREER-02/2] without any: No openings at the moment', async () => {
    await open();
    expect(await screen.findByText('No openings at the moment')).toBeVisible();
  });

  it('shows a failure in the place of the openings, with Retry; the form still works', async () => {
    const { user, fields } = await open(fails({ code: 500, message: 'Not now.' }));
    expect(await screen.findByText('The openings could not be loaded')).toBeVisible();
    expect(fields.getByRole('button', { name: 'Apply Now' })).toBeEnabled();
    mockEndpoint(openings, [opening]);
    await user.click(screen.getByRole('button', { name: /Retry|Try again/ }));
    expect(await screen.findByRole('heading', { level: 3, name: 'Dispatcher' })).toBeVisible();
  });
});

it.each([
  ['[PUBLIC-CAREER-04] name', 'Name', 'text'],
  ['[PUBLIC-CAREER-05] email', 'Email', 'email'],
  ['[PUBLIC-CAREER-06] phone', 'Phone', 'tel'],
  ['[PUBLIC-CAREER-07] experience', /^Experience/, 'text'],
  ['[PUBLIC-CAREER-08] speciality', /^Speciality/, 'select-one'],
  ['[PUBLIC-CAREER-09] file', FILE, 'file'],
  ['[PUBLIC-CAREER-10] details', /^Details/, 'textarea'],
])('has an input: %s', async (_, label, type) => {
  const { field } = await open();
  expect(field(label)).toBeVisible();
  expect(field(label).type).toBe(type);
});

it('[PUBLIC-CAREER-03, PUBLIC-CAREER-12/2] Apply Now sends the input, shows the server’s message and clears the fields', async () => {
  const mocked = mockEndpoint(applyForOpening, null, 'We will be in touch.');
  const { user, portal, field, fill, submit } = await open();
  await fill();
  await user.type(field(/^Experience/), '3 years');
  await user.selectOptions(field(/^Speciality/), 'Car Lots');
  await user.upload(field(FILE), cv());
  await user.type(field(/^Details/), 'I work nights.');
  await submit();
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'success', text: 'We will be in touch.' }]));
  expect(mocked.calls).toEqual([
    {
      name: 'Zoë Roy',
      email: 'zoe@example.com',
      phone: '4165550134',
      experience: '3 years',
      speciality: 'Car Lots',
      details: 'I work nights.',
      file: expect.objectContaining({ name: 'cv.pdf', size: 2000 }),
    },
  ]);
  await waitFor(() => expect(field('Name')).toHaveValue(''));
  expect(field(/^Speciality/)).toHaveValue('');
  expect(field(FILE).files).toHaveLength(0);
});

it.each([
  ['no name', 'Name', '', 'Name is required'],
  ['a name with digits', 'Name', 'Z0e', 'Please enter valid name'],
  ['no email', 'Email', '', 'Email is required'],
  ['an email of no pattern', 'Email', 'zoe@', 'Please enter valid email'],
  ['no phone', 'Phone', '', 'Phone number is required'],
  ['a phone with letters', 'Phone', '416-CALL', 'Please enter valid phone number'],
])('[PUBLIC-CAREER-11/1] %s: shows it at the field, as on Contact Us, and sends nothing', async (_, label, text, message) => {
  const mocked = mockEndpoint(applyForOpening, null);
  const { user, field, fill, submit } = await open();
  await fill();
  await user.clear(field(label));
  if (text) await user.type(field(label), text);
  await submit();
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(mocked.calls).toEqual([]);
});

it('[PUBLIC-CAREER-11/1] refuses a phone of eleven digits with a message and keeps it, as on Contact Us', async () => {
  const mocked = mockEndpoint(applyForOpening, null);
  const { user, field, fill, submit } = await open();
  await fill();
  await user.clear(field('Phone'));
  await user.type(field('Phone'), '41655501234');
  await submit();
  await waitFor(() => expect(field('Phone')).toHaveAccessibleDescription(expect.stringContaining('Please enter valid phone number')));
  expect(field('Phone')).toHaveValue('41655501234');
  expect(mocked.calls).toEqual([]);
});

it('[PUBLIC-CAREER-11/2] refuses a file of more than 2 MB before sending; the server checks its bytes too', async () => {
  const mocked = mockEndpoint(
    applyForOpening,
    fails({ code: 400, message: 'No.', errors: { file: 'This is neither a PDF nor a picture.' } }),
  );
  const { user, field, fill, submit } = await open();
  await fill();
  expect(field(FILE)).toHaveAttribute('accept', 'application/pdf,image/*');
  await user.upload(field(FILE), cv(2_097_153));
  await submit();
  await waitFor(() => expect(field(FILE)).toHaveAccessibleDescription(expect.stringContaining('Size is more than 2 MB')));
  expect(mocked.calls).toEqual([]);
  await user.upload(field(FILE), cv(2_097_152));
  await submit();
  await waitFor(() => expect(field(FILE)).toHaveAccessibleDescription(expect.stringContaining('This is neither a PDF nor a picture.')));
  expect(field('Name')).toHaveValue('Zoë Roy');
});

it('shrinks a phone’s photo before the rules see it, and leaves a PDF unchanged', async () => {
  const mocked = mockEndpoint(applyForOpening, null);
  const small = new File(['small'], 'licence.jpg', { type: 'image/jpeg' });
  jest.mocked(shrinkImage).mockResolvedValue({ ok: true, file: small });
  const { user, field, fill, submit } = await open();
  await fill();
  await user.upload(field(FILE), new File([new Uint8Array(4 * 1024 * 1024)], 'licence.jpg', { type: 'image/jpeg' }));
  await waitFor(() => expect(shrinkImage).toHaveBeenCalledTimes(1));
  await submit();
  await waitFor(() => expect(mocked.calls).toEqual([expect.objectContaining({ file: small })]));
  await user.upload(field(FILE), cv(2_097_153));
  expect(shrinkImage).toHaveBeenCalledTimes(1);
});

it('refuses a photo that cannot be shrunk at its field, and keeps the input', async () => {
  const mocked = mockEndpoint(applyForOpening, null);
  jest.mocked(shrinkImage).mockResolvedValue({ ok: false, message: 'No.' });
  const { user, field, fill, submit } = await open();
  await fill();
  await user.upload(field(FILE), new File([new Uint8Array(4 * 1024 * 1024)], 'licence.jpg', { type: 'image/jpeg' }));
  await submit();
  await waitFor(() => expect(field(FILE)).toHaveAccessibleDescription(expect.stringContaining('Size is more than 2 MB')));
  expect([field('Name').value, mocked.calls]).toEqual(['Zoë Roy', []]);
});

it('a new choice clears an error that was marked before the page had its code', async () => {
  mockEndpoint(openings, []);
  const again = 'Please choose your file again.';
  const posted = { form: applyForOpening.id, ok: false, message: 'No.', errors: { file: again }, values: { name: 'Zoë Roy' } };
  const { user, plain } = renderScreen(<CareerScreen />, { guard: null, path: '/career', page: { posted }, served: true });
  expect(plain?.getByLabelText(FILE)).toHaveAccessibleDescription(expect.stringContaining(again));
  const field = screen.getByLabelText(FILE);
  expect(field).toHaveAccessibleDescription(expect.stringContaining(again));
  await waitFor(() => expect(field).toHaveFocus());
  await user.upload(field, cv());
  await waitFor(() => expect(field).not.toHaveAccessibleDescription(expect.stringContaining(again)));
});

it('sends a file that was chosen before the form had its code', async () => {
  const mocked = mockEndpoint(applyForOpening, null);
  const { user, field, fill, submit } = await open();
  Object.defineProperty(field(FILE), 'files', { value: [cv()], configurable: true });
  await fill();
  await submit();
  await waitFor(() => expect(mocked.calls).toEqual([expect.objectContaining({ file: expect.objectContaining({ name: 'cv.pdf' }) })]));
  void user;
});

it.each([400, 403, 429, 500])(
  '[PUBLIC-CAREER-12/2] code %i is an error toast with the server’s message, and the input stays',
  async (code) => {
    mockEndpoint(applyForOpening, fails({ code, message: 'Not now.' }));
    const { user, portal, field, fill, submit } = await open();
    await fill();
    await user.upload(field(FILE), cv());
    await submit();
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'Not now.' }]));
    expect(field('Name')).toHaveValue('Zoë Roy');
    expect(field(FILE).files).toHaveLength(1);
  },
);

it('shows Please Wait... while it is sent, and sends nothing twice', async () => {
  let answer: (value: null) => void = () => undefined;
  const mocked = mockEndpoint(applyForOpening, () => new Promise<null>((resolve) => (answer = resolve)));
  const { fields, fill, submit } = await open();
  await fill();
  await submit();
  expect(await fields.findByRole('button', { name: 'Please Wait...' })).toBeDisabled();
  await act(async () => answer(null));
  expect(mocked.calls).toHaveLength(1);
});
