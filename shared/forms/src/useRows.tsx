import { type ChangeEvent, useRef } from 'react';
import { type Control, useFieldArray } from 'react-hook-form';

/** What a field of a form needs to be wired, by its path. */
export interface Wired {
  id: string;
  name: string;
  error: string | undefined;
}

/** A list of rows in a form. What is done to a row is done to that row, however late: another's index may have become its own meanwhile. */
export interface BoundRows<Row extends object> {
  /** Each row with a key that stays its own when others go. */
  rows: { key: string; row: Row }[];
  add: (row: Row) => void;
  remove: (index: number) => void;
  /** Changes several fields of a row at once. */
  merge: (index: number, more: Partial<Row>) => void;
  /** A row's field with a value of its own: DateField, FileField. */
  value: <Key extends keyof Row & string>(index: number, key: Key) => Wired & { value: Row[Key]; onChange: (value: Row[Key]) => void };
  /** A row's native control that holds text: TextField, Select. */
  text: (
    index: number,
    key: keyof Row & string,
  ) => Wired & { value: string; onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void };
}

/** What rows need of the form that holds them. */
export interface RowsOwner {
  control: Control<Record<string, object[]>>;
  wire: (path: string) => Wired;
  watch: (path: string) => unknown;
  set: (path: string, value: unknown) => void;
}

/** The rows of a list in a form: `useRows<SwapRow>(form, 'swaps')`. Its fields are named `list.0.field` in the summary's `labels`. */
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
