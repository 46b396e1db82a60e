import { storedProblem } from './stored';

const sent = { width: 4000, height: 3000, means: [80, 100, 120] };

it('accepts a smaller copy of the picture', () => {
  expect(storedProblem(sent, { width: 2400, height: 1800, means: [81, 99, 121] })).toBeNull();
});

it.each([
  ['a single pixel', { width: 1, height: 1, means: [80, 100, 120] }, 'it is 1 x 1, not 2400 x 1800'],
  ['another picture', { width: 2400, height: 1800, means: [0, 0, 0] }, 'it shows something else'],
  ['a picture without colours', { width: 2400, height: 1800, means: [80] }, 'it shows something else'],
])('rejects %s', (_, stored, problem) => {
  expect(storedProblem(sent, stored)).toBe(problem);
});
