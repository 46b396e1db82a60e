/** A spreadsheet must not take somebody's words for a formula; a number is none. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
const cell = (text: string) => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Rows of text as CSV: RFC 4180, CRLF, with a byte order mark for spreadsheets. A text that begins like a formula is quoted by `'`. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

export const csvType = 'text/csv;charset=utf-8';
