import { renderScreen as render } from '@portal/testing/renderScreen';
import { FileField } from '@portal/ui/FileField';
import { TextField } from '@portal/ui/TextField';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { Form } from './Form';
import type { FormRules } from './rulesResolver';
import { SubmitButton } from './SubmitButton';
import type { SubmitResult } from './submitResult';
import { useRows } from './useRows';
import { useRulesForm } from './useRulesForm';

/** Pictures in preparation by name. The test completes each one. */
const preparing = new Map<string, () => void>();
jest.mock('@portal/ui/shrinkImage', () => ({
  shrinkImage: (file: File) => new Promise((resolve) => preparing.set(file.name, () => resolve({ ok: true, file }))),
}));

interface Row {
  number: string;
  place: string;
  file: File | null;
}
interface Values {
  documents: Row[];
}

const empty: Row = { number: '', place: '', file: null };

/** Rules that refuse each empty number by its path. */
const rules: FormRules<Values> = {
  validateSync(value) {
    const { documents } = value as Values;
    const inner = documents.flatMap(({ number }, at) =>
      number ? [] : [{ path: `documents[${at}].number`, message: 'A number is required' }],
    );
    if (inner.length > 0) throw Object.assign(new Error('refused'), { name: 'ValidationError', inner });
    return { documents };
  },
};

const sent = async (): Promise<SubmitResult> => ({ ok: true });

function Documents({ onSubmit }: { onSubmit: (values: Values) => Promise<SubmitResult> }) {
  const form = useRulesForm(rules, {
    defaults: { documents: [empty] },
    unsaved: 'your documents',
    onSubmit,
    labels: (field) => `Document ${Number(field.split('.')[1]) + 1}`,
  });
  const documents = useRows<Row>(form, 'documents');
  return (
    <Form form={form} aria-label="Documents">
      {documents.rows.map(({ key, row: one }, index) => (
        <fieldset key={key} aria-label={`Document ${index + 1}`}>
          <TextField label="Number" {...documents.text(index, 'number')} />
          <TextField label="Place" {...documents.text(index, 'place')} />
          <FileField
            {...documents.value(index, 'file')}
            label="Picture"
            value={one.file}
            onChange={(file) => documents.merge(index, { file })}
          />
          <button type="button" onClick={() => documents.remove(index)}>
            Remove
          </button>
        </fieldset>
      ))}
      <button type="button" onClick={() => documents.add(empty)}>
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

it('marks the failing field of a row, focuses the first and names it in the summary', async () => {
  const onSubmit = jest.fn(sent);
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

it('removes a row with its values and its error, and keeps the others', async () => {
  render(<Documents onSubmit={jest.fn(sent)} />);
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

it('marks a field of a row when the server names its path', async () => {
  const refusal = { ok: false as const, error: { userMessage: 'No', fields: { 'documents[0].place': 'Unknown place' } } };
  render(<Documents onSubmit={async () => refusal} />);
  await type(1, 'Number', 'A 1');
  await press('Save');
  expect(row(1).getByRole('textbox', { name: 'Place' })).toHaveAccessibleDescription('Unknown place');
  expect(row(1).getByRole('textbox', { name: 'Place' })).toHaveFocus();
});

describe('while a picture is prepared', () => {
  const choose = (at: number, name: string) =>
    act(async () => {
      const input = row(at).getByRole('group', { name: 'Picture' }).querySelector('input[type=file]') as HTMLInputElement;
      fireEvent.change(input, { target: { files: [new File(['x'], name, { type: 'image/jpeg' })] } });
    });
  const ready = (name: string) => act(async () => preparing.get(name)?.());
  const picture = (at: number) => row(at).getByRole('group', { name: 'Picture' });

  it('keeps text typed in this row and in others', async () => {
    render(<Documents onSubmit={jest.fn(sent)} />);
    await press('Add');
    await choose(1, 'passport.jpg');
    await type(1, 'Number', 'A 1');
    await type(2, 'Place', 'Toronto');
    await ready('passport.jpg');
    expect(picture(1)).toHaveTextContent('passport.jpg');
    expect(row(1).getByRole('textbox', { name: 'Number' })).toHaveValue('A 1');
    expect(row(2).getByRole('textbox', { name: 'Place' })).toHaveValue('Toronto');
  });

  it('does not restore a removed row or its picture', async () => {
    render(<Documents onSubmit={jest.fn(sent)} />);
    await press('Add');
    await type(2, 'Number', 'B 2');
    await choose(1, 'passport.jpg');
    await press('Remove', row(1));
    await ready('passport.jpg');
    expect(screen.getAllByRole('group', { name: /^Document/ })).toHaveLength(1);
    expect(row(1).getByRole('textbox', { name: 'Number' })).toHaveValue('B 2');
    expect(picture(1)).not.toHaveTextContent('passport.jpg');
  });

  it('puts the picture into its row after an earlier row was removed', async () => {
    render(<Documents onSubmit={jest.fn(sent)} />);
    await press('Add');
    await press('Add');
    await type(3, 'Number', 'C 3');
    await choose(3, 'card.jpg');
    await press('Remove', row(1));
    await ready('card.jpg');
    expect(row(2).getByRole('textbox', { name: 'Number' })).toHaveValue('C 3');
    expect(picture(2)).toHaveTextContent('card.jpg');
    expect(picture(1)).not.toHaveTextContent('card.jpg');
  });

  it('stores both of two pictures in any order', async () => {
    const onSubmit = jest.fn(sent);
    render(<Documents onSubmit={onSubmit} />);
    await press('Add');
    await type(1, 'Number', 'A 1');
    await type(2, 'Number', 'B 2');
    await choose(1, 'passport.jpg');
    await choose(2, 'card.jpg');
    await ready('card.jpg');
    await ready('passport.jpg');
    await press('Save');
    expect(onSubmit).toHaveBeenCalledWith({
      documents: [
        { number: 'A 1', place: '', file: expect.objectContaining({ name: 'passport.jpg' }) },
        { number: 'B 2', place: '', file: expect.objectContaining({ name: 'card.jpg' }) },
      ],
    });
  });
});
