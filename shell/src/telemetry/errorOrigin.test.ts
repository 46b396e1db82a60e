import { fingerprint, moduleFromStack } from './errorOrigin';

const at = (module: string, line = 1) => `    at run (https://portal.example.com/modules/${module}/1.1.0/screen.js:${line}:7)`;
const errorOf = (message: string, ...frames: string[]) =>
  Object.assign(new TypeError(message), { stack: [`TypeError: ${message}`, ...frames].join('\n') });
const jobs = { name: 'mf-jobs', version: '1.1.0' };

it.each([
  ['the module of its first frame', errorOf('spoiled', at('mf-jobs'), at('mf-account')), jobs],
  ['the remote that called a library of the shell', errorOf('no child', at('shell'), at('shell'), at('mf-jobs')), jobs],
  ['the shell if no remote called it', errorOf('spoiled', at('shell')), { name: 'shell', version: '1.1.0' }],
  [
    'the module that threw, not one that its message names',
    errorOf(`${at('mf-account').trim()}\n${at('mf-account')}`, at('mf-jobs')),
    jobs,
  ],
  [
    'no module for an extension that a module called',
    errorOf('spoiled', '    at chrome-extension://abc/content.js:1:1', at('mf-jobs')),
    null,
  ],
  ['no module without a frame of one', errorOf('spoiled', '    at https://portal.example.com/a.js:1:1'), null],
])('[BUDGET-08] attributes an error to %s', (_what, error, origin) => {
  expect(moduleFromStack(error)).toEqual(origin);
});

it('[BUDGET-08] attributes a thrown text to the module of its script', () => {
  expect(moduleFromStack('a text', 'https://portal.example.com/modules/mf-jobs/1.1.0/screen.js')).toEqual(jobs);
  expect([moduleFromStack('a text'), moduleFromStack('a text', 'https://portal.example.com/search-job')]).toEqual([null, null]);
});

it.each(['mf-jobs', 'modules', '1', 'run', 'https', ''])(
  '[BUDGET-08] attributes an error with the message "%s" to the module of its first frame, with and without a header in its stack',
  (message) => {
    const url = 'https://portal.example.com/modules/mf-jobs/1.1.0/screen.js:1:7';
    const stacks = [`run@${url}`, `@${url}`, url, `TypeError: ${message}\n${at('mf-jobs')}`, `Error: ${message}\n${at('mf-jobs')}`];
    const errors = stacks.map((stack) => Object.assign(new TypeError(message), { stack: `${stack}\n${at('mf-account')}` }));
    expect(errors.map((error) => moduleFromStack(error))).toEqual(errors.map(() => jobs));
    expect(new Set(errors.slice(0, 3).map(fingerprint)).size).toBe(1);
  },
);

it('gives errors of one place in a module one fingerprint, independent of their messages', () => {
  const [one, same, other] = [errorOf('of Ana', at('mf-jobs')), errorOf('of Ben', at('mf-jobs')), errorOf('of Ana', at('mf-jobs', 2))].map(
    fingerprint,
  );
  expect(one).toBe(same);
  expect(one).not.toBe(other);
});
