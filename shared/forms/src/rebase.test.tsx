import { leaveMessages, leaveRules, OTHER_TITLE } from '@portal/contracts/leave/leave.rules';
import { renderScreen as render } from '@portal/testing/renderScreen';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { TextArea } from '@portal/ui/TextArea';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Form } from './Form';
import { useRulesForm } from './useRulesForm';

const options = [
  { value: '1', label: 'Sick' },
  { value: String(OTHER_TITLE), label: 'Other' },
];
const typed: string[] = [];

function Edit() {
  const form = useRulesForm(leaveRules, {
    defaults: { leaveTitle: '1', leaveDescription: 'Before' },
    unsaved: 'your leave request',
    onSubmit: async () => ({ ok: true }),
  });
  return (
    <Form form={form} aria-label="Leave">
      <RadioGroup label="Title" options={options} {...form.bindValue('leaveTitle')} />
      <TextArea label="Description" {...form.bind('leaveDescription')} />
      <p>{form.isDirty ? 'unsaved' : 'saved'}</p>
      <button type="button" onClick={() => form.updateDefaults({ leaveTitle: String(OTHER_TITLE), leaveDescription: 'After' })}>
        Stored elsewhere
      </button>
      <button type="button" onClick={() => form.onInput(() => typed.push('typed'))}>
        Listen
      </button>
    </Form>
  );
}
const description = () => screen.getByRole('textbox', { name: 'Description' });
const type = (text: string) => act(async () => void fireEvent.change(description(), { target: { value: text } }));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

it('updates untouched fields to the new stored values without marking them as unsaved', async () => {
  render(<Edit />);
  await press('Listen');
  await press('Stored elsewhere');
  expect(description()).toHaveValue('After');
  expect(screen.getByRole('radio', { name: 'Other' })).toBeChecked();
  expect(screen.getByText('saved')).toBeVisible();
  expect(typed).toEqual([]);
});

it('keeps entered text as unsaved until it equals the stored value', async () => {
  const { portal } = render(<Edit />);
  await type('Mine');
  await press('Stored elsewhere');
  expect(description()).toHaveValue('Mine');
  expect(screen.getByRole('radio', { name: 'Other' })).toBeChecked();
  expect([...portal.unsaved]).toEqual(['your leave request']);
  await type('After');
  expect(screen.getByText('saved')).toBeVisible();
});

it('keeps the errors of a refused submit', async () => {
  render(<Edit />);
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'Other' })));
  await type('');
  await act(async () => void fireEvent.submit(screen.getByRole('form')));
  await press('Stored elsewhere');
  await waitFor(() => expect(description()).toHaveAccessibleDescription(leaveMessages.blank));
  await type('A reason');
  await waitFor(() => expect(description()).toBeValid());
});
