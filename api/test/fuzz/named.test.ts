import type { Route } from '../../src/platform/http/routes';
import { namedBy } from './named';

const all = ['jobs.detail', 'leave.ask', 'leave.list'].map((id) => ({ endpoint: { id } }) as Route);
const ids = (only: string | undefined) => namedBy(only, all).map(({ endpoint }) => endpoint.id);

it.each([
  ['a domain', 'leave', ['leave.ask', 'leave.list']],
  ['an endpoint and a domain', 'leave.list,jobs', ['jobs.detail', 'leave.list']],
  ['nothing', undefined, ['jobs.detail', 'leave.ask', 'leave.list']],
])('%s names its endpoints', (_what, only, named) => {
  expect(ids(only)).toEqual(named);
});

it.each([
  ['a misspelt domain', 'leav', 'there is no domain or endpoint "leav"; there are the domains jobs, leave'],
  ['one next to a valid one', 'leave,leav', 'there is no domain or endpoint "leav"'],
  ['no name', '', 'there is no domain or endpoint ""'],
  ['an endpoint that its domain lacks', 'leave.asks', 'there is no endpoint leave.asks; leave has leave.ask, leave.list'],
  ['one of a domain that there is not', 'swap.ask', 'there is no domain or endpoint "swap.ask"; there are the domains jobs, leave'],
])('%s is refused with the names that there are', (_what, only, says) => {
  expect(() => ids(only)).toThrow(says);
});
