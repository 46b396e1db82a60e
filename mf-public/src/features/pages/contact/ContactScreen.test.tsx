import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { SectorEnquiryPart } from '../../enquiries/SectorEnquiryPart';
import { TrainingScreen } from '../training/TrainingScreen';
import { ContactScreen } from './ContactScreen';

const forms = [
  {
    page: 'Contact Us',
    show: <ContactScreen />,
    path: '/contact_us',
    form: 'Reach Us',
    send: 'Send',
    query: 'Message',
    pageId: 'CONTACT US',
  },
  {
    page: 'Training',
    show: <TrainingScreen />,
    path: '/training',
    form: 'Register your interest',
    send: 'Register interest',
    query: 'Message',
    pageId: 'TRAINING',
  },
  {
    page: 'a sector page',
    show: <SectorEnquiryPart type="car-lots" />,
    path: '/our-speciality/car-lots',
    form: 'Ask for guards',
    send: 'Send enquiry',
    query: 'What do you need?',
    pageId: 'CAR LOTS',
  },
] as const;
const [contact, training, sector] = forms;

const right = { name: 'Zoë St. Jean-Roy', email: 'zoe@example.com', phone: '4165550134', query: 'Who do I call?' };

function open({ show, path, form, send, query }: (typeof forms)[number]) {
  const shown = renderScreen(show, { guard: null, path });
  const fields = within(screen.getByRole('form', { name: form }));
  const field = (name: 'name' | 'email' | 'phone' | 'query') =>
    fields.getByLabelText({ name: 'Name', email: 'Email', phone: 'Phone', query }[name]) as HTMLInputElement;
  const fill = async (change: Partial<typeof right> = {}) => {
    for (const [name, text] of Object.entries({ ...right, ...change })) if (text) await shown.user.type(field(name as 'name'), text);
  };
  const submit = () => shown.user.click(fields.getByRole('button', { name: send }));
  return { ...shown, fields, field, fill, submit };
}

it('[PUBLIC-CONTACT-01, PUBLIC-CONTACT-02] shows a contact e-mail and social links', () => {
  renderScreen(<ContactScreen />, { guard: null, path: '/contact_us' });
  const ways = within(screen.getByRole('region', { name: 'Reach Us' }));
  expect(ways.getByRole('link', { name: 'support@example.com' })).toHaveAttribute('href', 'mailto:support@example.com');
  const links = within(ways.getByRole('list', { name: 'Follow us' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Facebook', 'Instagram', 'LinkedIn', 'X']);
  for (const link of links) expect(link.getAttribute('href')).toMatch(/^https:\/\//);
  expect(links.map((link) => new URL(link.getAttribute('href') ?? '').host)).toEqual([
    ...['www.facebook.com', 'www.instagram.com', 'www.linkedin.com', 'x.com'],
  ]);
});

it('[PUBLIC-CONTACT-03, PUBLIC-CONTACT-04, PUBLIC-CONTACT-05, PUBLIC-CONTACT-06] has a Reach Us form with name, email, phone and message', () => {
  const { field } = open(contact);
  expect([field('name').type, field('email').type, field('phone').type, field('query').tagName]).toEqual([
    'text',
    'email',
    'tel',
    'TEXTAREA',
  ]);
});

it('[PUBLIC-TRAINING-01] Training has the same fields: name, email, phone and message', () => {
  const { fields, field } = open(training);
  for (const name of ['name', 'email', 'phone', 'query'] as const) expect(field(name)).toBeVisible();
  expect(fields.getAllByRole('textbox')).toHaveLength(4);
});

const refusals: [string, Partial<typeof right>, 'name' | 'email' | 'phone' | 'query', string][] = [
  ['[PUBLIC-CONTACT-07] no name', { name: '' }, 'name', 'Name is required'],
  ['[PUBLIC-CONTACT-08] a name with digits', { name: 'Z0e' }, 'name', 'Please enter valid name'],
  ['[PUBLIC-CONTACT-09] no email', { email: '' }, 'email', 'Email is required'],
  ['[PUBLIC-CONTACT-10] an email of no pattern', { email: 'zoe@example' }, 'email', 'Please enter valid email'],
  ['[PUBLIC-CONTACT-11] no phone', { phone: '' }, 'phone', 'Phone number is required'],
  ['[PUBLIC-CONTACT-12] a phone with letters', { phone: '416-CALL' }, 'phone', 'Please enter valid phone number'],
  ['[PUBLIC-CONTACT-14] no message', { query: '' }, 'query', 'Please enter your message'],
];

it.each(forms)('shows the consent next to the button of $form, without a checkbox', (which) => {
  const { fields } = open(which);
  expect(fields.getByText(/^By sending this form, you agree/)).toBeVisible();
  expect(fields.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('target', '_blank');
  expect(fields.queryByRole('checkbox')).toBeNull();
});

it.each(refusals)('%s: shows it at the field, keeps the rest and sends nothing', async (_, change, name, message) => {
  const mocked = mockEndpoint(sendEnquiry, null);
  const { field, fill, submit } = open(contact);
  await fill(change);
  await submit();
  await waitFor(() => expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(field(name)).toHaveFocus();
  expect(field('email')).toHaveValue(change.email ?? right.email);
  expect(mocked.calls).toEqual([]);
});

const withoutId = refusals.map(([what, ...rest]) => [what.replace(/^\[.*?\] /, ''), ...rest] as const);
it.each(withoutId)('[PUBLIC-TRAINING-02] Training refuses %s like Contact Us', async (_, change, name, message) => {
  const mocked = mockEndpoint(sendEnquiry, null);
  const { field, fill, submit } = open(training);
  await fill(change);
  await submit();
  await waitFor(() => expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(mocked.calls).toEqual([]);
});

it.each([
  ['Training', training],
  ['a sector page', sector],
])('%s has the same checks: all fields together', async (_, which) => {
  const mocked = mockEndpoint(sendEnquiry, null);
  const { field, submit } = open(which);
  await submit();
  for (const [, , name, message] of refusals.filter(([, change]) => Object.values(change)[0] === ''))
    await waitFor(() => expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(mocked.calls).toEqual([]);
});

it.each([
  ['[PUBLIC-CONTACT-15, PUBLIC-CONTACT-24] all but the name', { name: '' }],
  ['[PUBLIC-CONTACT-15, PUBLIC-CONTACT-24] all but the email', { email: 'zoe@example' }],
  ['[PUBLIC-CONTACT-15, PUBLIC-CONTACT-24] all but the phone', { phone: '416-CALL' }],
  ['[PUBLIC-CONTACT-15, PUBLIC-CONTACT-24] all but the message', { query: '' }],
  ['[PUBLIC-CONTACT-15] a message alone', { name: '', email: '', phone: '' }],
])('%s: sends nothing unless every check passes', async (_, change) => {
  const mocked = mockEndpoint(sendEnquiry, null);
  const { fill, submit, fields } = open(contact);
  await fill(change);
  await submit();
  expect(await fields.findByRole('alert')).toBeVisible();
  expect(mocked.calls).toEqual([]);
});

it.each([
  ['name', { name: 'Z0e' }, ' 2', 'Please enter valid name'],
  ['email', { email: 'zoe' }, '@example', 'Please enter valid email'],
  ['phone', { phone: '416-CALL' }, '55', 'Please enter valid phone number'],
  ['query', { query: '' }, 'x{Backspace}', 'Please enter your message'],
] as const)(
  '[PUBLIC-CONTACT-16] sends nothing while %s has a live error, and sends after its correction',
  async (name, wrong, more, message) => {
    const mocked = mockEndpoint(sendEnquiry, null, 'Thank you.');
    const { user, portal, field, fill, submit } = open(contact);
    await fill(wrong);
    await submit();
    await waitFor(() => expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message)));
    await user.type(field(name), more);
    await waitFor(() => expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(message)));
    await submit();
    expect(mocked.calls).toEqual([]);
    await user.clear(field(name));
    await user.type(field(name), right[name]);
    await waitFor(() => expect(field(name)).not.toHaveAccessibleDescription(expect.stringContaining(message)));
    await submit();
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'success', text: 'Thank you.' }]));
  },
);

it('[PUBLIC-CONTACT-17, PUBLIC-CONTACT-18, PUBLIC-CONTACT-19] shows Please Wait... while it is sent, and sends nothing twice', async () => {
  let answer: (value: null) => void = () => undefined;
  const mocked = mockEndpoint(sendEnquiry, () => new Promise<null>((resolve) => (answer = resolve)));
  const { user, field, fill, fields, submit } = open(contact);
  await fill();
  await submit();
  expect(await fields.findByRole('button', { name: 'Please Wait...' })).toBeDisabled();
  await user.type(field('name'), '{Enter}');
  await act(async () => answer(null));
  expect(await fields.findByRole('button', { name: 'Send' })).toBeEnabled();
  expect(mocked.calls).toHaveLength(1);
});

it.each([
  ['[PUBLIC-CONTACT-20, PUBLIC-CONTACT-21, PUBLIC-CONTACT-22, API-PUBLIC-10] Contact Us', contact],
  ['[PUBLIC-TRAINING-03, PUBLIC-TRAINING-09, PUBLIC-TRAINING-10, API-PUBLIC-11] Training', training],
  ['[PUBLIC-SECTOR-08/1, API-PUBLIC-09] a sector page', sector],
])('%s: sends with its pageId, shows the server’s message in a success toast and clears the fields', async (_, which) => {
  const mocked = mockEndpoint(sendEnquiry, null, 'We will call you.');
  const { portal, fill, submit, field } = open(which);
  await fill();
  await submit();
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'success', text: 'We will call you.' }]));
  expect(sendEnquiry).toMatchObject({ method: 'POST', path: '/reach-us/public/add' });
  expect(mocked.calls).toEqual([{ ...right, pageId: which.pageId }]);
  for (const name of ['name', 'email', 'phone', 'query'] as const) await waitFor(() => expect(field(name)).toHaveValue(''));
  expect([...portal.unsaved]).toEqual([]);
});

it.each([
  ['[PUBLIC-CONTACT-23] Contact Us', contact],
  ['[PUBLIC-TRAINING-11] Training', training],
  ['a sector page', sector],
])('%s: any other code is an error toast with the server’s message, and the input stays', async (_, which) => {
  mockEndpoint(sendEnquiry, fails({ code: 429, message: 'Too many attempts. Please wait 60 minutes and try again.' }));
  const { portal, fill, submit, field } = open(which);
  await fill();
  await submit();
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'Too many attempts. Please wait 60 minutes and try again.' }]));
  for (const name of ['name', 'email', 'phone', 'query'] as const) expect(field(name)).toHaveValue(right[name]);
});

it.each([400, 403, 500])('[PUBLIC-CONTACT-23, PUBLIC-TRAINING-11] code %i is an error toast with the server’s message', async (code) => {
  mockEndpoint(sendEnquiry, fails({ code, message: 'enquiry refused', userMessage: 'We cannot take this now.' }));
  for (const which of [contact, training]) {
    const { portal, fill, submit, field, unmount } = open(which);
    await fill();
    await submit();
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text: 'We cannot take this now.' }]));
    expect(field('query')).toHaveValue(right.query);
    unmount();
  }
});

it('without a reply a toast explains that nothing was sent and nothing is lost', async () => {
  mockEndpoint(sendEnquiry, fails({ code: 0, message: 'offline' }));
  const { portal, fill, submit, field } = open(contact);
  await fill();
  await submit();
  const text = 'This could not be sent just now. What you entered is still here; please try again.';
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'error', text }]));
  expect(field('query')).toHaveValue(right.query);
});

it('marks a field that the server refuses with its message', async () => {
  mockEndpoint(sendEnquiry, fails({ code: 400, message: 'No.', errors: { phone: 'We cannot call this number.' } }));
  const { fill, submit, field } = open(contact);
  await fill();
  await submit();
  await waitFor(() => expect(field('phone')).toHaveAccessibleDescription(expect.stringContaining('We cannot call this number.')));
});

it('keeps the text typed before the code of the form arrived', async () => {
  const { field, fields, user } = open(contact);
  field('name').value = 'Early';
  await user.click(field('email'));
  await user.type(field('email'), 'e');
  await user.click(fields.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(field('email')).toHaveAccessibleDescription('Please enter valid email'));
  expect(field('name')).toHaveValue('Early');
  expect(field('name')).not.toHaveAccessibleDescription();
});
