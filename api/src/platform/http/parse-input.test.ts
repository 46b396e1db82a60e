import { civilDate, id, instant, optionalNumber } from '@portal/contracts/_kernel/shapes';
import { loginInput } from '@portal/contracts/auth/auth.rules';
import { object } from 'yup';
import { ApiError } from './errors';
import { parseInput } from './parse-input';

const refusedFields = (act: () => unknown): unknown => {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof ApiError ? error.details.fields : error;
  }
};
const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)]);
const notValid = 'This is not valid here.';

describe('input that would break a schema', () => {
  it.each([
    ['a list instead of a text', { email: [] }, { email: notValid }],
    ['an object instead of a text', { email: { a: 1 } }, { email: notValid }],
    ['an object with its own toString', { password: { toString: 1 } }, { password: notValid }],
    ['deep nesting', { password: nested(1000) }, { password: 'This is nested too deeply.' }],
    ['an invalid number', { deviceType: 'x' }, { deviceType: notValid }],
    ['a NUL character', { password: 'a\u0000b' }, { password: 'Please remove control characters' }],
  ])('rejects %s at its field', (_what, wrong, fields) => {
    expect(refusedFields(() => parseInput(loginInput, { email: 'ada@example.com', password: 'x', ...wrong }))).toEqual(fields);
  });

  it('reports the other fields, too, with their own messages', () => {
    expect(refusedFields(() => parseInput(loginInput, { email: [], password: '' }))).toEqual({
      email: notValid,
      password: 'Password is required',
    });
  });

  it('ignores keys that every object inherits', () => {
    expect(parseInput(object({ id: id() }), { toString: '1', constructor: '2' })).toEqual({});
  });
});

it.each([
  ['2027-02-30', civilDate()],
  ['2027-13-01', civilDate()],
  ['2027-99-99T99:99:99Z', instant()],
  ['2027-03-10T10:00:00+99:99', instant()],
  ['Infinity', optionalNumber()],
  ['1e400', optionalNumber()],
])('rejects %s', (value, rule) => {
  expect(refusedFields(() => parseInput(object({ value: rule }), { value }))).toHaveProperty('value');
});
