import { csvOf } from './csv';

it('quotes every cell, doubles quotes, and ends lines as spreadsheets expect', () =>
  expect(
    csvOf([
      ['a', 'say "hi"'],
      ['1.50', 'b,c'],
    ]),
  ).toBe('\uFEFF"a","say ""hi"""\r\n"1.50","b,c"\r\n'));

it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1'])('takes %j for no formula', (text) =>
  expect(csvOf([[text]])).toBe(`\uFEFF"'${text}"\r\n`),
);

it('leaves a negative amount a number', () => expect(csvOf([['-12.50']])).toBe('\uFEFF"-12.50"\r\n'));
