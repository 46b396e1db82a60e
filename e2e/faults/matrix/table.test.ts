import { modules } from './fronts';
import { shellCases } from './shellTable';
import { casesOf, coveringOf, faults, MOMENTS } from './table';

it('there are sixteen faults in five modules at three moments, and sixteen faults of the shell', () => {
  expect([faults.length, modules.length, MOMENTS.length, shellCases.length]).toEqual([16, 5, 3, 16]);
  const ids = [...casesOf(modules), ...shellCases].map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([256, 256]);
});

it('the journeys’ selection covers each fault once, each module and each moment', () => {
  const covering = coveringOf(modules);
  const met = (of: (one: (typeof covering)[number]) => string) => new Set(covering.map(of)).size;
  expect([covering.length, met(({ fault }) => fault.id), met(({ module }) => module), met(({ moment }) => moment)]).toEqual([16, 16, 5, 3]);
});
