import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TrainingScreen } from '../training/TrainingScreen';
import { ContactScreen } from './ContactScreen';

const pages = {
  'Contact Us': { show: <ContactScreen />, path: '/contact_us', form: 'Reach Us', send: 'Send' },
  Training: { show: <TrainingScreen />, path: '/training', form: 'Register your interest', send: 'Register interest' },
} as const;
type Page = keyof typeof pages;
const right = { Name: 'Zoë Roy', Email: 'zoe@example.com', Phone: '4165550134', Message: 'Who do I call?' };
const ofLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;

/** Fills in the form of a page and sends it. */
async function send(page: Page, change: Partial<typeof right>) {
  const { show, path, form, send: button } = pages[page];
  const mocked = mockEndpoint(sendEnquiry, null);
  const { user, unmount } = renderScreen(show, { guard: null, path });
  const fields = within(screen.getByRole('form', { name: form }));
  for (const [label, value] of Object.entries({ ...right, ...change }))
    fireEvent.change(fields.getByLabelText(label), { target: { value } });
  await user.click(fields.getByRole('button', { name: button }));
  return { mocked, fields, unmount };
}

const refused = [
  ['PUBLIC-CONTACT-08', 'Name', 'Zoë Roy2', 'Please enter valid name'],
  ['PUBLIC-CONTACT-08', 'Name', 'Zoë O’Roy', 'Please enter valid name'],
  ['PUBLIC-CONTACT-08', 'Name', 'Zoë_Roy', 'Please enter valid name'],
  ['PUBLIC-CONTACT-08', 'Name', 'Zoë, Roy', 'Please enter valid name'],
  ['PUBLIC-CONTACT-10', 'Email', 'zoe', 'Please enter valid email'],
  ['PUBLIC-CONTACT-10', 'Email', 'zoe@', 'Please enter valid email'],
  ['PUBLIC-CONTACT-10', 'Email', '@example.com', 'Please enter valid email'],
  ['PUBLIC-CONTACT-10', 'Email', 'zoe.example.com', 'Please enter valid email'],
  ['PUBLIC-CONTACT-10', 'Email', 'zoe roy@example.com', 'Please enter valid email'],
  ['SHARED-03', 'Email', ofLength(181), 'Please enter valid email'],
  ['PUBLIC-CONTACT-12', 'Phone', '416 CALL', 'Please enter valid phone number'],
  ['PUBLIC-CONTACT-12', 'Phone', '+14165550', 'Please enter valid phone number'],
  ['PUBLIC-CONTACT-12', 'Phone', '416555O134', 'Please enter valid phone number'],
] as const;
const onTraining = refused.map(([, ...row]) => ['PUBLIC-TRAINING-02', ...row] as const);

it.each([
  ...refused.map((row) => ['Contact Us' as Page, ...row] as const),
  ...onTraining.map((row) => ['Training' as Page, ...row] as const),
])('%s [%s] %s %s is refused: %s', async (page, _id, label, value, message) => {
  const { mocked, fields } = await send(page, { [label]: value });
  await waitFor(() => expect(fields.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(mocked.calls).toEqual([]);
});

it.each([
  ['Contact Us', 'PUBLIC-CONTACT-08'],
  ['Training', 'PUBLIC-TRAINING-02'],
] as const)('%s [%s] accepts names of letters, hyphens, dots and spaces', async (page, _id) => {
  for (const Name of ['Zoë', 'J. P. Roy', 'Anne-Marie', 'Łukasz Żak']) {
    const { mocked, unmount } = await send(page, { Name });
    await waitFor(() => expect(mocked.calls).toMatchObject([{ name: Name }]));
    unmount();
  }
});

it.each(['Contact Us', 'Training'] as const)('[SHARED-03] %s accepts an email of 180 characters', async (page) => {
  const { mocked } = await send(page, { Email: ofLength(180) });
  await waitFor(() => expect(mocked.calls).toMatchObject([{ email: ofLength(180) }]));
});

it.each(['Contact Us', 'Training'] as const)(
  '[PUBLIC-CONTACT-13, PUBLIC-TRAINING-02] the phone of %s is limited to 10 digits: an eleventh is refused with a message and stays',
  async (page) => {
    const { fields, mocked } = await send(page, { Phone: '41655501234' });
    const phone = fields.getByLabelText('Phone');
    await waitFor(() => expect(phone).toHaveAccessibleDescription(expect.stringContaining('Please enter valid phone number')));
    expect(phone).toHaveValue('41655501234');
    expect(mocked.calls).toEqual([]);
  },
);

it.each(['Contact Us', 'Training'] as const)('%s sends the ten digits of a pasted number', async (page) => {
  const { mocked } = await send(page, { Phone: '\u202a1 (416)\u00a0555\u20110123\u202c' });
  await waitFor(() => expect(mocked.calls).toMatchObject([{ phone: '4165550123' }]));
});
