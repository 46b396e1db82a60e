import { leaveRules } from '@portal/contracts/leave/leave.rules';
import { renderScreen } from '@portal/testing/renderScreen';
import { TextArea } from '@portal/ui/TextArea';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { FormDialog } from './FormDialog';
import type { SubmitResult } from './submitResult';
import { useRulesForm } from './useRulesForm';

interface Props {
  onClose: () => void;
  onSubmit?: () => Promise<SubmitResult>;
}

function AskLeave({ onClose, onSubmit = async () => ({ ok: true }) }: Props) {
  const form = useRulesForm(leaveRules, {
    defaults: { leaveTitle: '1', leaveDescription: '' },
    unsaved: 'your leave request',
    onSubmit: async () => {
      const result = await onSubmit();
      if (result.ok) onClose();
      return result;
    },
  });
  return (
    <FormDialog form={form} title="Apply Leave" submit="Send" onClose={onClose}>
      <TextArea label="Description" {...form.bind('leaveDescription')} />
    </FormDialog>
  );
}

function open(answer = true, onSubmit?: Props['onSubmit']) {
  const onClose = jest.fn();
  const confirm = jest.fn(async () => answer);
  const page = renderScreen(<AskLeave onClose={onClose} {...(onSubmit && { onSubmit })} />, { portal: { confirm } });
  return { ...page, onClose, confirm };
}
const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));

const ways = [
  ["Escape, a tap beside it or the phone's back", pressEscape],
  ['the close button', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['its own button', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  [
    'a second Escape, which the browser does not let be refused',
    () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true }).close(),
  ],
] as const;

it.each(ways)('closes on %s when the form is empty', async (_, leave) => {
  const { onClose, confirm } = open();
  leave();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(confirm).not.toHaveBeenCalled();
});

it.each(ways)('asks on %s before it discards entered text', async (_, leave) => {
  const { user, onClose, confirm } = open(false);
  await user.type(screen.getByLabelText('Description'), 'My daughter is ill.');
  leave();
  leave();
  await waitFor(() => expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ body: 'You have not sent your leave request yet.' })));
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toHaveAttribute('open');
  expect(screen.getByLabelText('Description')).toHaveValue('My daughter is ill.');
});

it('closes when the guard confirms the question', async () => {
  const { user, onClose } = open(true);
  await user.type(screen.getByLabelText('Description'), 'x');
  pressEscape();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

it('submits by its button and by Enter, and closes without a question', async () => {
  const { user, onClose, confirm } = open(false);
  await user.type(screen.getByLabelText('Description'), 'x');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(confirm).not.toHaveBeenCalled();
});

it('asks again after the submit was refused', async () => {
  const { user, confirm } = open(false, async () => ({ ok: false }));
  await user.type(screen.getByLabelText('Description'), 'x');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
  pressEscape();
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1));
});

it('asks while the submit is in flight, because it may still be refused', async () => {
  const { user, onClose, confirm } = open(false, () => new Promise(() => undefined));
  await user.type(screen.getByLabelText('Description'), 'x');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  pressEscape();
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1));
  expect(onClose).not.toHaveBeenCalled();
});
