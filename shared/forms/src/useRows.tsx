import { type ChangeEvent, useRef } from 'react';
import { type Control, useFieldArray } from 'react-hook-form';

export interface RowFieldWiring {
  id: string;
  name: string;
  error: string | undefined;
}

/** A list of rows in a form. A late change, such as a prepared picture, reaches its own row even after other rows were removed. */
export interface BoundRows<Row extends object> {
  /** Each row with a key that is stable when other rows are removed. */
  rows: { key: string; row: Row }[];
  add: (row: Row) => void;
  remove: (index: number) => void;
  /** Changes several fields of one row. */
  merge: (index: number, more: Partial<Row>) => void;
  /** Props of a controlled field: DateField, FileField. */
  value: <Key extends keyof Row & string>(
    index: number,
    key: Key,
  ) => RowFieldWiring & { value: Row[Key]; onChange: (value: Row[Key]) => void };
  /** Props of a native text control: TextField, Select. */
  text: (
    index: number,
    key: keyof Row & string,
  ) => RowFieldWiring & { value: string; onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void };
}

/** The members of a form that its rows use. */
export interface RowsOwner {
  control: Control<Record<string, object[]>>;
  wire: (path: string) => RowFieldWiring;
  watch: (path: string) => unknown;
  set: (path: string, value: unknown) => void;
}

/**
 * Binds a list of rows.
 *
 * ```tsx
 * const { rows, add, remove, text } = useRows<SwapRow>(form, 'swaps');
 * rows.map(({ key }, index) => <TextField key={key} label="Reason" {...text(index, 'reason')} />);
 * ```
 *
 * In `labels` of the form, a field of a row is named `swaps.0.reason`.
 */
export function useRows<Row extends object>({ rows: owner }: { rows: RowsOwner }, name: string): BoundRows<Row> {
  const { fields, append, remove } = useFieldArray({ control: owner.control, name });
  const keys = fields.map(({ id }) => id);
  const places = useRef(keys);
  places.current = keys;
  const values = (owner.watch(name) ?? []) as Row[];
  const rows = fields.map(({ id, ...first }, index) => ({ key: id, row: values[index] ?? (first as unknown as Row) }));

  const merge: BoundRows<Row>['merge'] = (index, more) => {
    const now = places.current.indexOf(keys[index] ?? '');
    if (now < 0) return;
    for (const [field, value] of Object.entries(more)) owner.set(`${name}.${now}.${field}`, value);
  };
  const value: BoundRows<Row>['value'] = (index, key) => ({
    ...owner.wire(`${name}.${index}.${key}`),
    value: rows[index]?.row[key] as Row[typeof key],
    onChange: (next) => merge(index, { [key]: next } as unknown as Partial<Row>),
  });
  return {
    rows,
    merge,
    add: (row) => append(row, { shouldFocus: false }),
    remove: (index) => {
      places.current = keys.filter((_, at) => at !== index);
      remove(index);
    },
    value,
    text: (index, key) => {
      const { value: text, onChange, ...wired } = value(index, key);
      return { ...wired, value: String(text ?? ''), onChange: (event) => onChange(event.target.value as Row[typeof key]) };
    },
  };
}
