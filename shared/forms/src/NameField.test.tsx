import { personMessages } from '@portal/contracts/_kernel/person';
import { signupRules } from '@portal/contracts/auth/auth.signup';
import { renderScreen as render } from '@portal/testing/renderScreen';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form } from './Form';
import { NameField } from './NameField';
import { useRulesForm } from './useRulesForm';

const rules = signupRules({ now: () => new Date('2027-03-10T15:00:00Z') } as never);

function Names() {
  const form = useRulesForm(rules, { defaults: { firstName: '', lastName: '' }, unsaved: null, onSubmit: async () => ({ ok: true }) });
  return (
    <Form form={form} aria-label="Names" summary={false}>
      <NameField part="first" {...form.bind('firstName')} />
      <NameField part="last" {...form.bind('lastName')} />
    </Form>
  );
}

it.each([
  ['First name', 'Anne-Marie', personMessages.firstNameInvalid, 'Anne-Marie as AnneMarie'],
  ['Last name', "O'Brien", personMessages.lastNameInvalid, "O'Brien as OBrien"],
])('[SIGNUP-13, SIGNUP-15] shows the stated error and a hint how to type it when a %s is %s', async (label, typed, message, instead) => {
  render(<Names />);
  fireEvent.change(screen.getByLabelText(label), { target: { value: typed } });
  await act(async () => void fireEvent.submit(screen.getByRole('form')));
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(message)));
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(instead));
});

it('shows no such hint when the name is empty', async () => {
  render(<Names />);
  await act(async () => void fireEvent.submit(screen.getByRole('form')));
  await waitFor(() => expect(screen.getByLabelText('Last name')).toHaveAccessibleDescription(personMessages.lastNameRequired));
});
