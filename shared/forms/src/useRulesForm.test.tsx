import { ApiError } from '@portal/api-client/call';
import { leaveMessages, leaveRules, OTHER_TITLE } from '@portal/contracts/leave/leave.rules';
import { PortalProvider } from '@portal/mf-kit/PortalContext';
import { fakePortal } from '@portal/testing/fakePortal';
import { renderScreen as render } from '@portal/testing/renderScreen';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { TextArea } from '@portal/ui/TextArea';
import { act, fireEvent, render as renderInto, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { Form } from './Form';
import { SubmitButton } from './SubmitButton';
import type { SubmitResult } from './submitResult';
import { useRulesForm } from './useRulesForm';

const options = [
  { value: '1', label: 'Sick' },
  { value: '3', label: 'Other' },
];

function LeaveForm({ onSubmit }: { onSubmit: (values: unknown) => Promise<SubmitResult> }) {
  const form = useRulesForm(leaveRules, { defaults: { leaveTitle: '', leaveDescription: '' }, unsaved: 'your leave request', onSubmit });
  return (
    <Form form={form} aria-label="Leave">
      <RadioGroup label="Title" options={options} {...form.bindValue('leaveTitle')} />
      <TextArea label="Description" {...form.bind('leaveDescription')} />
      <SubmitButton form={form}>Apply Leave</SubmitButton>
    </Form>
  );
}

const description = () => screen.getByRole('textbox', { name: 'Description' });
const type = (text: string) => act(async () => void fireEvent.change(description(), { target: { value: text } }));
const choose = (name: string) => act(async () => void fireEvent.click(screen.getByRole('radio', { name })));
const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')));
const summary = () => within(screen.getByRole('alert'));

const sent = async (): Promise<SubmitResult> => ({ ok: true });

function laterReply<T>() {
  let answer: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    answer = resolve;
  });
  return { promise, answer };
}

it('validates nothing before the first submit', async () => {
  render(<LeaveForm onSubmit={jest.fn(sent)} />);
  await type('x');
  await type('');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(description()).toBeValid();
});

it('shows errors at the fields and in the summary, and focuses the first', async () => {
  const onSubmit = jest.fn(sent);
  render(<LeaveForm onSubmit={onSubmit} />);
  await submit();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByRole('group', { name: 'Title' })).toHaveAccessibleDescription(leaveMessages.chooseTitle);
  expect(screen.getByRole('radio', { name: 'Sick' })).toHaveFocus();
  await choose('Other');
  await submit();
  expect(description()).toHaveFocus();
  expect(description()).toHaveAccessibleDescription(leaveMessages.blank);
  fireEvent.click(screen.getByRole('radio', { name: 'Sick' }));
  await choose('Other');
  screen.getByRole('button').focus();
  await submit();
  fireEvent.click(summary().getByRole('link', { name: leaveMessages.blank }));
  expect(description()).toHaveFocus();
});

it('validates live after a submit, including fields that another change made valid', async () => {
  render(<LeaveForm onSubmit={async () => ({ ok: false, error: { userMessage: 'No', fields: {} } })} />);
  await choose('Other');
  await submit();
  await type('A reason');
  expect(description()).toBeValid();
  await type(' ');
  expect(description()).toBeInvalid();
  await choose('Sick');
  expect(description()).toBeValid();
});

it('does not render a field when another one gets an error', async () => {
  const drawn = jest.fn();
  const counted = Object.assign([...options], {
    map(...given: Parameters<typeof options.map>) {
      drawn();
      return options.map(...given);
    },
  }) as typeof options;
  function Counted() {
    const form = useRulesForm(leaveRules, { defaults: { leaveTitle: OTHER_TITLE, leaveDescription: '' }, unsaved: null, onSubmit: sent });
    return (
      <Form form={form} aria-label="Leave">
        <RadioGroup label="Title" options={counted} {...form.bindValue('leaveTitle')} />
        <TextArea label="Description" {...form.bind('leaveDescription')} />
      </Form>
    );
  }
  render(<Counted />);
  await submit();
  expect(description()).toBeInvalid();
  await type('A reason');
  expect(description()).toBeValid();
  expect(drawn).toHaveBeenCalledTimes(1);
});

it('passes the parsed values to `onSubmit`', async () => {
  const onSubmit = jest.fn(sent);
  render(<LeaveForm onSubmit={onSubmit} />);
  await choose('Other');
  await type('  A wedding ');
  await submit();
  expect(onSubmit).toHaveBeenCalledWith({ leaveTitle: OTHER_TITLE, leaveDescription: 'A wedding' });
});

it('disables the submit button and shows a waiting text while the request is in flight', async () => {
  const { promise, answer } = laterReply<{ ok: true }>();
  const onSubmit = jest.fn(() => promise);
  render(<LeaveForm onSubmit={onSubmit} />);
  expect(screen.getByRole('button', { name: 'Apply Leave' })).toBeEnabled();
  await choose('Sick');
  await submit();
  expect(screen.getByRole('button', { name: 'Please Wait...' })).toBeDisabled();
  await submit();
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await act(async () => answer({ ok: true }));
  expect(screen.getByRole('button', { name: 'Apply Leave' })).toBeEnabled();
});

it.each([
  [
    'a write that was refused',
    async (): Promise<SubmitResult> => ({ ok: false, error: { userMessage: 'No', fields: { leaveDescription: 'Too short' } } }),
  ],
  [
    'a call that was rejected',
    async () => {
      throw new ApiError({ code: 400, message: 'Bad', errors: { leaveDescription: 'Too short' }, data: null });
    },
  ],
])('marks the fields after %s and keeps the entered values', async (_, onSubmit) => {
  render(<LeaveForm onSubmit={onSubmit} />);
  await choose('Other');
  await type('Ill');
  await submit();
  await waitFor(() => expect(description()).toHaveAccessibleDescription('Too short'));
  expect(description()).toHaveFocus();
  expect(description()).toHaveValue('Ill');
  expect(summary().getByRole('link', { name: 'Too short' })).toBeInTheDocument();
  await type('Ill since Monday');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows a refusal without a field above the form, and the next submit may succeed', async () => {
  const onSubmit = jest
    .fn()
    .mockResolvedValueOnce({ ok: false, error: { userMessage: 'Not saved.', fields: {} } })
    .mockResolvedValueOnce({ ok: true });
  render(<LeaveForm onSubmit={onSubmit} />);
  await choose('Sick');
  await submit();
  expect(screen.getByRole('alert')).toHaveTextContent('Not saved.');
  expect(screen.getByRole('radio', { name: 'Sick' })).toBeChecked();
  await submit();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it('keeps text typed into prerendered HTML, and disables the submit until hydration', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const onSubmit = jest.fn(sent);
  const form = (
    <PortalProvider portal={fakePortal(null)}>
      <LeaveForm onSubmit={onSubmit} />
    </PortalProvider>
  );
  host.innerHTML = renderToString(form);
  expect(screen.getByRole('button', { name: 'Apply Leave' })).toBeDisabled();
  fireEvent.input(description(), { target: { value: 'Ill' } });
  const { unmount } = renderInto(form, { container: host, hydrate: true });
  expect(screen.getByRole('button', { name: 'Apply Leave' })).toBeEnabled();
  expect(description()).toHaveValue('Ill');
  await choose('Other');
  await submit();
  expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ leaveDescription: 'Ill' }));
  unmount();
});
