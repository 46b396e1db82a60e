import { describeMissed, type UseResult } from './useAll';

const all: UseResult = { there: 4, used: 4, missed: [] };

it('returns null if every control was used', () => {
  expect(describeMissed([{ path: '/login', used: all }])).toBeNull();
});

it('lists each control that could not be used, with the number of those and of the used ones', () => {
  const some: UseResult = { there: 4, used: 2, missed: ['field 2 (covered)', 'sending button 1 (covered)'] };
  const one: UseResult = { there: 2, used: 1, missed: ['tab 2 (gone)'] };
  const pages = [
    { path: '/login', used: all },
    { path: '/support', used: some },
    { path: '/chat', used: one },
  ];
  expect(describeMissed(pages)).toBe(
    '3 controls could not be used, 3 on the same pages were: /support field 2 (covered), sending button 1 (covered); /chat tab 2 (gone)',
  );
});
