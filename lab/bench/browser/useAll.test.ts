import { missedWords, type Used } from './useAll';

const all: Used = { there: 4, used: 4, missed: [] };

it('returns null if every control was used', () => {
  expect(missedWords([{ path: '/login', used: all }])).toBeNull();
});

it('lists each control that could not be used, with the number of those and of the used ones', () => {
  const some: Used = { there: 4, used: 2, missed: ['field 2 (covered)', 'sending button 1 (covered)'] };
  const one: Used = { there: 2, used: 1, missed: ['tab 2 (gone)'] };
  const pages = [
    { path: '/login', used: all },
    { path: '/support', used: some },
    { path: '/chat', used: one },
  ];
  expect(missedWords(pages)).toBe(
    '3 controls could not be used, 3 on the same pages were: /support field 2 (covered), sending button 1 (covered); /chat tab 2 (gone)',
  );
});
