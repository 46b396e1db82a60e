import { renderScreen } from '@portal/testing/renderScreen';
import { Checkbox } from '@portal/ui/Checkbox';
import { Select } from '@portal/ui/Select';
import { TextField } from '@portal/ui/TextField';
import { act, fireEvent, screen } from '@testing-library/react';
import { boolean, object, string } from 'yup';
import { type LazyRulesProps, ProgressiveForm, useAttachForm, useLazyForm } from './ProgressiveForm';
import { SubmitButton } from './SubmitButton';
import type { SubmitResult } from './submitResult';
import { useRulesForm } from './useRulesForm';

const rules = object({ name: string().required('Name is missing'), topic: string(), agreed: boolean().oneOf([true], 'Please agree') });
type Asked = { name: string; topic?: string | undefined; agreed?: boolean | undefined };
const defaults = { name: '', topic: '', agreed: false };
const sent = jest.fn(async (_values: unknown): Promise<SubmitResult> => ({ ok: true }));

function Rules({ id, onForm }: LazyRulesProps<Asked>) {
  const form = useRulesForm<Asked>(rules, { id, post: 'enquiries.ask', defaults, unsaved: 'your question', clears: true, onSubmit: sent });
  useAttachForm(form, onForm);
  return null;
}
let coming: { resolve: () => void; reject: (error: Error) => void };
const load = jest.fn(() => new Promise<typeof Rules>((resolve, reject) => (coming = { resolve: () => resolve(Rules), reject })));
const nothing = {};

function Ask() {
  const form = useLazyForm<Asked, object>({ post: 'enquiries.ask', defaults, load, more: nothing });
  return (
    <ProgressiveForm form={form} aria-label="Ask">
      <TextField label="Name" {...form.bind('name')} />
      <Select label="Topic" placeholder="Choose" options={[{ value: 'a', label: 'A' }]} {...form.bind('topic')} />
      <Checkbox label="I agree" {...form.bind('agreed')} />
      <SubmitButton form={form}>Send</SubmitButton>
    </ProgressiveForm>
  );
}

const serve = (page = {}) => renderScreen(<Ask />, { guard: null, page, served: true });
const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const arrive = () => act(async () => coming.resolve());
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')));

beforeEach(() => jest.clearAllMocks());

it('loads no code until a visitor touches the form', async () => {
  const { user } = serve();
  expect(load).not.toHaveBeenCalled();
  await user.click(name());
  expect(load).toHaveBeenCalledTimes(1);
});

it('keeps the same elements with text, tick, choice and focus when the code arrives', async () => {
  const { user, portal } = serve();
  const field = name();
  await user.type(field, 'Ana');
  await user.selectOptions(screen.getByLabelText('Topic'), 'a');
  await user.click(screen.getByLabelText('I agree'));
  await user.click(field);
  await arrive();
  expect(name()).toBe(field);
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Ana');
  expect([...portal.unsaved]).toEqual(['your question']);
  await submit();
  expect(sent).toHaveBeenCalledWith({ name: 'Ana', topic: 'a', agreed: true });
});

it('validates and sends an early submit when the code arrives', async () => {
  serve();
  fireEvent.change(name(), { target: { value: 'Ana' } });
  await submit();
  expect(screen.getByRole('button', { name: 'Please Wait...' })).toBeDisabled();
  await arrive();
  expect(sent).not.toHaveBeenCalled();
  expect(screen.getByLabelText('I agree')).toHaveAccessibleDescription('Please agree');
  expect(name()).toHaveValue('Ana');
});

it('reports a failed load, keeps the entries, and loads again at the next submit', async () => {
  serve();
  fireEvent.change(name(), { target: { value: 'Ana' } });
  await submit();
  await act(async () => coming.reject(new Error('gone')));
  expect(screen.getByRole('alert')).toHaveTextContent('This could not be sent just now. What you entered is still here; please try again.');
  expect(name()).toHaveValue('Ana');
  await submit();
  expect(load).toHaveBeenCalledTimes(2);
  await arrive();
  expect(screen.getByLabelText('I agree')).toHaveAccessibleDescription('Please agree');
});

it('marks the fields from the first render and loads its code when a post without JavaScript was refused', async () => {
  const refused = {
    form: 'enquiries.ask',
    ok: false,
    message: 'Please check.',
    errors: { name: 'Another name' },
    values: { name: 'X', agreed: 'true' },
  };
  const { plain } = serve({ posted: refused });
  expect(plain?.getByLabelText('Name')).toHaveAccessibleDescription('Another name');
  expect(load).toHaveBeenCalledTimes(1);
  await arrive();
  expect(name()).toHaveAccessibleDescription('Another name');
  expect(name()).toHaveValue('X');
  expect(screen.getByLabelText('I agree')).toBeChecked();
});

it('clears the fields after a successful submit, except for text typed during it', async () => {
  const { user, portal } = serve();
  await user.click(name());
  await arrive();
  const fill = async () => {
    await user.type(name(), 'Ana');
    if (!screen.getByLabelText<HTMLInputElement>('I agree').checked) await user.click(screen.getByLabelText('I agree'));
  };
  await fill();
  await submit();
  expect(name()).toHaveValue('');
  expect([...portal.unsaved]).toEqual([]);
  await fill();
  let answer: (value: SubmitResult) => void = () => undefined;
  sent.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  await submit();
  await user.type(name(), ' Roy');
  await act(async () => answer({ ok: true }));
  expect(name()).toHaveValue('Ana Roy');
  expect([...portal.unsaved]).toEqual(['your question']);
});
