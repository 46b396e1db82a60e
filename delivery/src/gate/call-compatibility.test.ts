import type { CallShape } from '@portal/contracts/_kernel/calls';
import { callProblems } from './call-compatibility';

const text = { type: 'string' };
const call = (more: Partial<CallShape> = {}): CallShape => ({
  method: 'POST',
  path: '/job/:id',
  auth: 'bearer',
  input: {
    type: 'object',
    properties: { id: text, sort: { type: 'string', enum: ['asc', 'desc'] }, note: { type: 'string', maxLength: 20 } },
    required: ['id'],
  },
  output: { type: 'array', items: { type: 'object', properties: { id: text, pay: { type: 'number', nullable: true } }, required: ['id'] } },
  ...more,
});
const input = (properties: object, required = ['id']): Partial<CallShape> => ({
  input: { type: 'object', properties: { ...call().input.properties, ...properties }, required },
});
const output = (properties: object, required = ['id']): Partial<CallShape> => ({
  output: { type: 'array', items: { type: 'object', properties: { ...call().output.items?.properties, ...properties }, required } },
});

it.each<[string, Partial<CallShape>]>([
  ['as it was', {}],
  [
    'under another name in its path',
    {
      path: '/job/:jobId',
      input: { ...call().input, properties: { ...call().input.properties, jobId: text, id: undefined as never }, required: ['jobId'] },
    },
  ],
  ['to everybody', { auth: 'open' }],
  ['with a field more that may be left out', input({ more: text })],
  ['with a field more that a default fills', input({ more: { type: 'string', default: 'a' } }, ['id', 'more'])],
  ['with more choices', input({ sort: { type: 'string', enum: ['asc', 'desc', 'newest'] } })],
  ['with more room', input({ note: { type: 'string', maxLength: 40 } })],
  ['with a field more in its answer', output({ more: text }, ['id', 'more'])],
  ['without a field that may be missing', output({ pay: undefined })],
  ['and always gives what may be missing', output({}, ['id', 'pay'])],
])('a call fits a served call %s', (_, served) => {
  expect(callProblems(call(), JSON.parse(JSON.stringify(call(served))))).toEqual([]);
});

it.each<[string, Partial<CallShape>, string]>([
  ['by another method', { method: 'GET' }, 'it is POST /job/:id, the API serves GET /job/:id'],
  ['elsewhere', { path: '/jobs/:id' }, 'the API serves POST /jobs/:id'],
  ['to fewer', { auth: 'approved' }, 'it is made as bearer, the API asks for approved'],
  ['to staff', { auth: 'staff' }, 'the API asks for staff'],
  ['in parts', { body: 'multipart' }, 'it is sent as json, the API takes multipart'],
  ['with a field more', input({ more: text }, ['id', 'more']), 'the API wants more, which is not always sent'],
  ['with a field that was optional', input({}, ['id', 'note']), 'the API wants note, which is not always sent'],
  [
    'with fewer choices',
    input({ sort: { type: 'string', enum: ['asc'] } }),
    'sort may be desc where it is sent, not where the API takes it',
  ],
  ['with less room', input({ note: { type: 'string', maxLength: 10 } }), 'note has the maxLength 10 at the API, 20 where it is sent'],
  ['with another type', input({ note: { type: 'number' } }), 'note is string where it is sent, number where the API takes it'],
  ['without what is sent', { input: { type: 'object', properties: {} } }, 'the API does not know id: its value would be lost'],
  ['without what is read', output({ id: undefined }, []), '[].id is read, and not always given'],
  ['with null', output({ id: { type: 'string', nullable: true } }), '[].id may be null where the API gives it, not where it is read'],
  ['with another type in its answer', output({ pay: text }), '[].pay is string where the API gives it, number where it is read'],
  ['without an answer', { output: {} }, 'the answer is no longer described by the API'],
])('a call does not fit a served call %s', (_, served, words) => {
  expect(callProblems(call(), JSON.parse(JSON.stringify(call(served)))).join('; ')).toContain(words);
});

it('accepts an integer as a number, but not a number as an integer', () => {
  const [whole, any] = [{ type: 'integer' }, { type: 'number' }].map((note) => call(input({ note })));
  expect(callProblems(whole as CallShape, any as CallShape)).toEqual([]);
  expect(callProblems(any as CallShape, whole as CallShape)).toEqual(['note is number where it is sent, integer where the API takes it']);
});
