import { csvOf } from './csv';

it('quotes every cell, doubles quotes, and ends lines with CRLF', () =>
  expect(
    csvOf([
      ['a', 'say "hi"'],
      ['1.50', 'b,c'],
    ]),
  ).toBe('\uFEFF"a","say ""hi"""\r\n"1.50","b,c"\r\n'));

it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1'])('prefixes %j so that a spreadsheet does not run it as a formula', (text) =>
  expect(csvOf([[text]])).toBe(`\uFEFF"'${text}"\r\n`),
);

it('does not prefix a negative amount', () => expect(csvOf([['-12.50']])).toBe('\uFEFF"-12.50"\r\n'));
