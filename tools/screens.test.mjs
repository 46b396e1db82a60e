import { JSDOM } from 'jsdom';
import { photograph, reasonToWait, screens } from './screens.mjs';

const onJob = { pathname: '/onJob', heading: '^On Job$' };
const animated = (playState) => () => [{ playState }];

/** Calls reasonToWait on a page with this address and content. */
function lookAt(path, main, animations = () => []) {
  const { document, location } = new JSDOM(`<main>${main}</main>`, { url: `http://localhost${path}` }).window;
  document.getAnimations = animations;
  return new Function('document', 'location', 'wanted', `return (${reasonToWait})(wanted)`)(document, location, onJob);
}

test.each([
  ['the wanted screen', '/onJob', '<h1>On Job</h1>', null],
  ['the page before it', '/all-job', '<h1>All Jobs</h1>', 'the address is /all-job'],
  ['the heading of the page before it', '/onJob', '<h1>All Jobs</h1>', 'the heading is All Jobs'],
  ['no heading', '/onJob', '', 'the heading is undefined'],
  ['a skeleton', '/onJob', '<h1>On Job</h1><p role="status">Loading your shift</p>', 'something is loading'],
  ['a list that reads again', '/onJob', '<h1>On Job</h1><ul aria-busy="true"></ul>', 'something is loading'],
])('waitsFor judges a page with %s', (_what, path, main, problem) => expect(lookAt(path, main)).toBe(problem));

test('waitsFor rejects a moving page', () => expect(lookAt('/onJob', '<h1>On Job</h1>', animated('running'))).toBe('something is moving'));
test('waitsFor accepts a page at rest', () => expect(lookAt('/onJob', '<h1>On Job</h1>', animated('finished'))).toBeNull());

test('photograph takes no picture of another page, and returns its address', async () => {
  const taken = [];
  const looks = ['the address is /all-job', 'Execution context was destroyed', null];
  const page = (looks) => ({
    url: () => 'http://localhost/all-job',
    evaluate: async () => (looks.length > 1 ? looks.shift() : looks[0]),
    screenshot: async ({ path }) => void taken.push(path),
  });
  const wanted = { path: '/onJob', heading: /^On Job$/, withinMs: 1 };
  expect(await photograph(page(looks.slice(0, 1)), { ...wanted, file: 'wrong.png' })).toBe('no picture: the address is /all-job');
  expect(await photograph(page(looks), { ...wanted, withinMs: 30_000, file: 'right.png' })).toBeNull();
  expect(taken).toEqual(['right.png']);
});

test('each named screen has a heading, and its number is one of the fifteen or the home page', () => {
  expect(screens.filter(({ heading }) => !(heading instanceof RegExp))).toEqual([]);
  expect(new Set(screens.map(({ name }) => Number(name.slice(0, 2)))).size).toBe(16);
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length);
});
