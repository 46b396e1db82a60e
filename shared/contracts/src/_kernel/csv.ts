/** A spreadsheet must not run a guard's text as a formula. A number cannot be a formula. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
const cell = (text: string) => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Rows of text as CSV: RFC 4180, CRLF, with a byte order mark for spreadsheets. A text that begins like a formula gets the prefix `'`. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

export const csvType = 'text/csv;charset=utf-8';
