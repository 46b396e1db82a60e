import { defaultObjective, objectiveProblem } from './objective';

it('accepts the default objective, with and without a share of fast page loads', () => {
  const { latencyShare: _share, ...rest } = defaultObjective;
  expect([objectiveProblem(defaultObjective), objectiveProblem(rest)]).toEqual([null, null]);
});

it.each([
  ['an availability of 1, which has no budget', { availability: 1 }, 'availability'],
  ['an availability in percent', { availability: 99.5 }, 'availability'],
  ['an availability that is no number', { availability: '0.9' }, 'availability'],
  ['a latency in seconds', { latencyMs: 2.5 }, 'latencyMs'],
  ['a share of 1', { latencyShare: 1 }, 'latencyShare'],
])('refuses %s', (_what, changed, named) => {
  expect(objectiveProblem({ ...defaultObjective, ...changed })).toContain(named);
});

it.each([[undefined], [null], ['0.995'], [[]]])('refuses %j', (value) => {
  expect(objectiveProblem(value)).toContain('availability');
});
