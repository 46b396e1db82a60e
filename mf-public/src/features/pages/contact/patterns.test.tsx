import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ContactScreen } from './ContactScreen';

const right = { Name: 'Zoë Roy', Email: 'zoe@example.com', Phone: '4165550134', Message: 'Who do I call?' };

/** Fills in the form of Contact Us and sends it. */
async function send(change: Partial<typeof right>) {
  const mocked = mockEndpoint(sendEnquiry, null);
  const { user } = renderScreen(<ContactScreen />, { guard: null, path: '/contact_us' });
  const fields = within(screen.getByRole('form', { name: 'Reach Us' }));
  for (const [label, value] of Object.entries({ ...right, ...change }))
    fireEvent.change(fields.getByLabelText(label), { target: { value } });
  await user.click(fields.getByRole('checkbox', { name: /^I agree/ }));
  await user.click(fields.getByRole('button', { name: 'Send' }));
  return { mocked, fields };
}

it.each([
  ['[PUBLIC-CONTACT-08]', 'Name', 'Zoë Roy2', 'Please enter valid name'],
  ['[PUBLIC-CONTACT-08]', 'Name', 'Zoë O’Roy', 'Please enter valid name'],
  ['[PUBLIC-CONTACT-08]', 'Name', 'Zoë_Roy', 'Please enter valid name'],
  ['[PUBLIC-CONTACT-08]', 'Name', 'Zoë, Roy', 'Please enter valid name'],
  ['[PUBLIC-CONTACT-10]', 'Email', 'zoe', 'Please enter valid email'],
  ['[PUBLIC-CONTACT-10]', 'Email', 'zoe@', 'Please enter valid email'],
  ['[PUBLIC-CONTACT-10]', 'Email', '@example.com', 'Please enter valid email'],
  ['[PUBLIC-CONTACT-10]', 'Email', 'zoe.example.com', 'Please enter valid email'],
  ['[PUBLIC-CONTACT-10]', 'Email', 'zoe roy@example.com', 'Please enter valid email'],
  ['[PUBLIC-CONTACT-12]', 'Phone', '416 555', 'Please enter valid phone number'],
  ['[PUBLIC-CONTACT-12]', 'Phone', '+14165550', 'Please enter valid phone number'],
  ['[PUBLIC-CONTACT-12]', 'Phone', '416555O134', 'Please enter valid phone number'],
])('%s %s %s is refused: %s', async (_, label, value, message) => {
  const { mocked, fields } = await send({ [label]: value });
  await waitFor(() => expect(fields.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(mocked.calls).toEqual([]);
});

it.each(['Zoë', 'J. P. Roy', 'Anne-Marie', 'Łukasz Żak'])(
  '[PUBLIC-CONTACT-08] the name %s of letters, hyphens, dots and spaces is taken',
  async (Name) => {
    const { mocked } = await send({ Name });
    await waitFor(() => expect(mocked.calls).toMatchObject([{ name: Name }]));
  },
);
