import { forgotRules } from '@portal/contracts/auth/auth.reset';
import { loginRules } from '@portal/contracts/auth/auth.rules';
import { periodRules } from '@portal/contracts/earnings/earnings.rules';
import { renderScreen as render } from '@portal/testing/renderScreen';
import { DateField } from '@portal/ui/DateField';
import { PasswordField } from '@portal/ui/PasswordField';
import { TextField } from '@portal/ui/TextField';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form } from './Form';
import { useRulesForm } from './useRulesForm';

const sent = jest.fn(async () => ({ ok: true }) as const);
beforeEach(() => void sent.mockClear());

/** Fills a control as a script of a browser extension does: without an event for React. */
const fill = (label: string, value: string) => {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(screen.getByLabelText(label), value);
};
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')));

function LogIn() {
  const form = useRulesForm(loginRules, { defaults: { email: '', password: '' }, unsaved: null, onSubmit: sent });
  return (
    <Form form={form} aria-label="Log in">
      <TextField label="Email" type="email" {...form.bind('email')} />
      <PasswordField label="Password" {...form.bind('password')} />
    </Form>
  );
}

it('sends values that a password manager filled in without an event', async () => {
  render(<LogIn />);
  fill('Email', 'ada@example.com');
  fill('Password', 'Correct-Horse-1');
  await submit();
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ email: 'ada@example.com', password: 'Correct-Horse-1' }));
});

it('validates the displayed value after a refusal too', async () => {
  render(<LogIn />);
  await submit();
  expect(screen.getByLabelText('Email')).toBeInvalid();
  fill('Email', 'ada@example.com');
  fill('Password', 'Correct-Horse-1');
  await submit();
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
});

it('sends a date that was filled in without an event', async () => {
  function Days() {
    const form = useRulesForm(periodRules, { defaults: { from: '', to: '' }, unsaved: null, onSubmit: sent });
    return (
      <Form form={form} aria-label="Days">
        <DateField label="From" {...form.bindValue('from')} />
      </Form>
    );
  }
  render(<Days />);
  fill('From', '14/03/2027');
  await submit();
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ from: '2027-03-14' })));
});

it('keeps a value that the page set', async () => {
  function Reset() {
    const form = useRulesForm(forgotRules, { defaults: { email: '' }, unsaved: null, onSubmit: sent });
    return (
      <Form form={form} aria-label="Forgot">
        <TextField label="Email" {...form.bind('email')} />
        <button type="button" onClick={() => form.set('email', 'ada@example.com')}>
          Fill
        </button>
      </Form>
    );
  }
  render(<Reset />);
  fireEvent.click(screen.getByRole('button', { name: 'Fill' }));
  await submit();
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ email: 'ada@example.com' }));
});
