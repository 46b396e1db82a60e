import { renderScreen as render } from '@portal/testing/renderScreen';
import { RadioGroup } from '@portal/ui/RadioGroup';
import { TextArea } from '@portal/ui/TextArea';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { Form } from './Form';
import { SubmitButton } from './SubmitButton';
import { useRulesForm } from './useRulesForm';

const options = [{ value: '1', label: 'Sick' }];
const rules = {
  validateSync() {
    const inner = ['first', 'folded', 'second', 'third'].map((path) => ({ path, message: `${path} fails` }));
    throw Object.assign(new Error('refused'), { name: 'ValidationError', inner });
  },
};

function Mixed() {
  const form = useRulesForm<Record<'first' | 'folded' | 'second' | 'third', string>>(rules, {
    defaults: { first: '', folded: '', second: '', third: '' },
    unsaved: null,
    onSubmit: async () => ({ ok: true }),
  });
  // Bound in another order than rendered.
  const third = form.bind('third');
  form.bind('folded');
  const second = form.bindValue('second');
  return (
    <Form form={form} aria-label="Leave">
      <TextArea label="First" {...form.bind('first')} />
      <RadioGroup label="Second" options={options} {...second} />
      <TextArea label="Third" {...third} />
      <SubmitButton form={form}>Save</SubmitButton>
    </Form>
  );
}

it('sorts errors and focus by position on the page, and a folded field before its successor', async () => {
  render(<Mixed />);
  await act(async () => void fireEvent.submit(screen.getByRole('form')));
  expect(
    within(screen.getByRole('alert'))
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['first fails', 'folded fails', 'second fails', 'third fails']);
  expect(screen.getByRole('textbox', { name: 'First' })).toHaveFocus();
});
