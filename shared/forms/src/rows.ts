import type { ChangeEvent } from 'react';

interface Wired {
  id: string;
  name: string;
  error: string | undefined;
}

/** A list of rows in a form. */
export interface BoundRows<Row extends object> {
  /** Each row with a key that stays its own when others go. */
  rows: { key: number; row: Row }[];
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

interface Source<Row> {
  /** Lives as long as the form; changed here. */
  keys: number[];
  rows: Row[];
  change: (rows: Row[]) => void;
  bound: (field: string) => Wired;
}

let lastKey = 0;

export function rowsOf<Row extends object>({ keys, rows, change, bound }: Source<Row>): BoundRows<Row> {
  while (keys.length < rows.length) keys.push(++lastKey);
  keys.length = rows.length;
  const merge = (index: number, more: Partial<Row>) => change(rows.map((row, at) => (at === index ? { ...row, ...more } : row)));
  const value: BoundRows<Row>['value'] = (index, key) => ({
    ...bound(`${index}.${key}`),
    value: (rows[index] as Row)[key],
    onChange: (next) => merge(index, { [key]: next } as unknown as Partial<Row>),
  });
  return {
    rows: rows.map((row, index) => ({ key: keys[index] as number, row })),
    merge,
    add: (row) => change([...rows, row]),
    remove: (index) => {
      keys.splice(index, 1);
      change(rows.filter((_, at) => at !== index));
    },
    value,
    text: (index, key) => {
      const { value: text, onChange, ...wired } = value(index, key);
      return { ...wired, value: String(text ?? ''), onChange: (event) => onChange(event.target.value as Row[typeof key]) };
    },
  };
}
