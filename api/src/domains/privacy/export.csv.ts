import { csvOf } from '@portal/contracts/_kernel/csv';

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Rows of a table as CSV with a header line; a list or object is JSON in its cell. */
export const tableCsv = (columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string =>
  csvOf([columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))]);
