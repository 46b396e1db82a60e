import type { ShareScope } from '../modules/loading/sharedLibraries';
import { readOffered, readShared } from './sharedChoices';

const version = (eager: boolean) => ({ get: () => () => null, from: 'shell', eager, loaded: 1 }) as const;
const scope: ShareScope = { react: { '19.3.1': version(true) }, yup: { '1.7.1': version(false) }, moment: { '2.31.0': version(false) } };

it('[INSPECT-06] states which library a module got, from whom and why', () => {
  const asked = { shared: { react: '^19.3.0' }, sharedOnRequest: { yup: '^1.7.0', moment: '^3.0.0', luxon: '^1.0.0' } };
  expect(readShared(asked, scope)).toEqual([
    {
      library: 'react',
      range: '^19.3.0',
      version: '19.3.1',
      from: 'shell',
      why: '19.3.1 of the shell fits ^19.3.0, and the module has no copy',
    },
    {
      library: 'yup',
      range: '^1.7.0',
      version: '1.7.1',
      from: 'shell',
      why: '1.7.1 of the shell fits ^1.7.0, so the module’s own copy is unused',
    },
    { library: 'moment', range: '^3.0.0', version: null, from: 'its own copy', why: 'This page offers 2.31.0, which does not fit ^3.0.0' },
    { library: 'luxon', range: '^1.0.0', version: null, from: 'its own copy', why: 'This page offers none, which does not fit ^1.0.0' },
  ]);
});

it('[INSPECT-06] has a library without a fitting version and without a copy come from nothing', () =>
  expect(readShared({ shared: { react: '^18.0.0' } }, scope)).toMatchObject([{ version: null, from: 'nothing' }]));

it('[INSPECT-06] lists the offered libraries with the modules that ask for them', () => {
  const jobs = { name: 'mf-jobs', shared: { react: '^19.3.0' }, sharedOnRequest: { yup: '^1.7.0' } } as const;
  const older = { name: 'mf-public', shared: { react: '^19.0.0' } } as const;
  expect(readOffered(scope, [jobs, older])).toEqual([
    { library: 'react', versions: '19.3.1 (at start)', askedBy: ['mf-jobs ^19.3.0', 'mf-public ^19.0.0'] },
    { library: 'yup', versions: '1.7.1 (at its first use)', askedBy: ['mf-jobs ^1.7.0'] },
    { library: 'moment', versions: '2.31.0 (at its first use)', askedBy: [] },
  ]);
});
