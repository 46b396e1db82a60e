import { TextField } from '@portal/ui/TextField';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Form } from './Form';
import type { Rules } from './rulesResolver';
import { SubmitButton } from './SubmitButton';
import { useRulesForm } from './useRulesForm';

interface Row {
  number: string;
  place: string;
}
interface Values {
  documents: Row[];
}

/** As a rules file refuses: every empty number, by its path. */
const rules: Rules<Values> = {
  validateSync(value) {
    const { documents } = value as Values;
    const inner = documents.flatMap(({ number }, at) =>
      number ? [] : [{ path: `documents[${at}].number`, message: 'A number is required' }],
    );
    if (inner.length > 0) throw Object.assign(new Error('refused'), { name: 'ValidationError', inner });
    return { documents };
  },
};

function Documents({ onSubmit }: { onSubmit: (values: Values) => unknown }) {
  const form = useRulesForm(rules, {
    defaults: { documents: [{ number: '', place: '' }] },
    onSubmit,
    labels: (field) => `Document ${Number(field.split('.')[1]) + 1}`,
  });
  const documents = form.bindRows<Row>('documents');
  return (
    <Form form={form} aria-label="Documents">
      {documents.rows.map(({ key }, index) => (
        <fieldset key={key} aria-label={`Document ${index + 1}`}>
          <TextField label="Number" {...documents.text(index, 'number')} />
          <TextField label="Place" {...documents.text(index, 'place')} />
          <button type="button" onClick={() => documents.remove(index)}>
            Remove
          </button>
        </fieldset>
      ))}
      <button type="button" onClick={() => documents.add({ number: '', place: '' })}>
        Add
      </button>
      <SubmitButton form={form}>Save</SubmitButton>
    </Form>
  );
}

const row = (at: number) => within(screen.getByRole('group', { name: `Document ${at}` }));
const press = (name: string, within = screen as Pick<typeof screen, 'getByRole'>) =>
  act(async () => void fireEvent.click(within.getByRole('button', { name })));
const type = (at: number, label: string, text: string) =>
  act(async () => void fireEvent.change(row(at).getByRole('textbox', { name: label }), { target: { value: text } }));

it('marks the field of the row that fails, focuses the first and names it in the summary', async () => {
  const onSubmit = jest.fn();
  render(<Documents onSubmit={onSubmit} />);
  await type(1, 'Number', 'A 1');
  await press('Add');
  await press('Add');
  await press('Save');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(row(1).getByRole('textbox', { name: 'Number' })).toBeValid();
  expect(row(2).getByRole('textbox', { name: 'Number' })).toHaveFocus();
  expect(row(3).getByRole('textbox', { name: 'Number' })).toHaveAccessibleDescription('A number is required');
  const links = within(screen.getByRole('alert')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Document 2: A number is required', 'Document 3: A number is required']);
});

it('a row that is removed takes its values and its error with it; the others stay as they are', async () => {
  render(<Documents onSubmit={jest.fn()} />);
  await press('Add');
  await type(2, 'Number', 'B 2');
  await press('Save');
  const second = row(2).getByRole('textbox', { name: 'Number' });
  await press('Remove', row(1));
  expect(row(1).getByRole('textbox', { name: 'Number' })).toBe(second);
  expect(second).toHaveValue('B 2');
  expect(second).toBeValid();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it("marks a row's field by the words of the server, which names it by its path", async () => {
  const refusal = { ok: false, error: { userMessage: 'No', fields: { 'documents[0].place': 'Unknown place' } } };
  render(<Documents onSubmit={async () => refusal} />);
  await type(1, 'Number', 'A 1');
  await press('Save');
  expect(row(1).getByRole('textbox', { name: 'Place' })).toHaveAccessibleDescription('Unknown place');
  expect(row(1).getByRole('textbox', { name: 'Place' })).toHaveFocus();
});
