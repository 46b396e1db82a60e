import { withCanaries } from '@portal/mf-kit/canary';
import type { ModuleManifest, RegistryModule } from '@portal/mf-kit/module';
import { moduleVersion, registryModule, registryOf } from '@portal/testing/registry';
import { PROOF_MS } from './deadlines';
import { initialState, reduce } from './hostReducer';
import type { HostEnvironment, HostEvent, HostState } from './hostTypes';
import type { Mount } from './mount';
import { declaresRoute, eligibleVersions, isScreenHealthy, provableSuspect } from './versionSelection';

const LIST = '/job/:jobId';
const route = { access: 'guard', chrome: 'guard', title: 'Job' } as const;
const [first, good, other] = ['1.1.0', '1.0.0', '1.2.0'].map((version) => moduleVersion('mf-jobs', version)) as [
  ReturnType<typeof moduleVersion>,
  ReturnType<typeof moduleVersion>,
  ReturnType<typeof moduleVersion>,
];
const error = new Error('undefined is not a list');

type Version = typeof first;

/** The marks of a module host, changed by its events. Failures are reported as in the page. */
function open({ lastGood = true, canary = false } = {}) {
  const active: RegistryModule = { ...registryModule('mf-jobs', '1.1.0', { [LIST]: route }), lastGood: lastGood ? good : null };
  const inCanary = { ...active, canary: { ...other, percent: 5, by: 'ana', at: '', why: '' } };
  const module = canary ? (withCanaries(registryOf({ 'mf-jobs': inCanary }), ['mf-jobs']).modules['mf-jobs'] as RegistryModule) : active;
  const failed: string[] = [];
  let state: HostState = initialState;
  const send = (...event: HostEvent) => {
    const [next, effects] = reduce(state, event, { module, route: LIST } as HostEnvironment);
    state = next;
    for (const effect of effects) if (effect[0] === 'failed') failed.push(`mf-jobs ${effect[1].version}: ${effect[2].message}`);
  };
  const versions = {
    markFailed(version: Version) {
      state = { ...state, mount: { id: 1, version, route: LIST } as Mount };
      send('blamed', state.mount as Mount, error, 'version');
    },
    /** Returns whether another version can be tried: then the mount is removed. */
    markScreenFailed(version: Version, at: string, thrown: Error) {
      state = { ...state, mount: { id: 1, version, route: at } as Mount };
      send('screenFailed', state.mount as Mount, at, thrown);
      return state.mount === null;
    },
    confirmShown(version: Version, at: string) {
      const suspect = provableSuspect(state, version, at);
      if (suspect) setTimeout(() => send('proven', suspect), PROOF_MS);
    },
    clearSuspect: () => send('path'),
    clearAllFailures: () => send('screenRetry', first, false),
    isScreenHealthy: (version: Version, at: string) => isScreenHealthy(state, version, at),
  };
  const order = (at: string | null = LIST) => eligibleVersions(state, module, at).map(({ version }) => version);
  return { versions, failed, order, send };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('orders a canary before the active version, and that one before its last good version', () => {
  const { versions, order } = open({ canary: true });
  expect(order()).toEqual(['1.2.0', '1.1.0', '1.0.0']);
  versions.markFailed(other);
  versions.markFailed(first);
  expect(order()).toEqual(['1.0.0']);
});

it('orders the active version before the last good one, and excludes a failed version until failures are cleared', () => {
  const { versions, failed, order } = open();
  expect(order()).toEqual(['1.1.0', '1.0.0']);
  versions.markFailed(first);
  expect([order(), failed]).toEqual([['1.0.0'], ['mf-jobs 1.1.0: undefined is not a list']]);
  versions.clearAllFailures();
  expect(order()).toEqual(['1.1.0', '1.0.0']);
  expect(open({ lastGood: false }).order()).toEqual(['1.1.0']);
});

it('has no eligible version of a module that the registry does not name', () => {
  expect(eligibleVersions(initialState, undefined, LIST)).toEqual([]);
});

describe('the routes of a version', () => {
  it.each([
    ['contain the path under other parameter names', ['/other', '/job/:id'], true],
    ['lack the path', ['/other', '/job'], false],
    ['are unknown in a development build', null, true],
  ])('%s', (_what, routes, is) => {
    const manifest = routes && ({ routes: Object.fromEntries(routes.map((pattern) => [pattern, route])) } as unknown as ModuleManifest);
    expect(declaresRoute(manifest, LIST)).toBe(is);
  });

  it('exclude the version from that path only, also after all failures are cleared', () => {
    const { versions, order, send } = open();
    send('missing', good, LIST);
    expect([order(), order('/elsewhere')]).toEqual([['1.1.0'], ['1.1.0', '1.0.0']]);
    versions.clearAllFailures();
    expect(order()).toEqual(['1.1.0']);
  });
});

describe('a screen that failed', () => {
  const pass = () => jest.advanceTimersByTime(3000);

  it('puts its version last on that route only, until failures are cleared', () => {
    const { versions, order } = open();
    expect(versions.markScreenFailed(first, LIST, error)).toBe(true);
    expect([
      versions.isScreenHealthy(first, LIST),
      versions.isScreenHealthy(first, '/elsewhere'),
      versions.isScreenHealthy(good, LIST),
    ]).toEqual([false, true, true]);
    expect([order(), order('/elsewhere')]).toEqual([
      ['1.0.0', '1.1.0'],
      ['1.1.0', '1.0.0'],
    ]);
    versions.clearAllFailures();
    expect([order(), versions.isScreenHealthy(first, LIST)]).toEqual([['1.1.0', '1.0.0'], true]);
  });

  it('has no other version to try if there is none, or if that one failed too', () => {
    expect(open({ lastGood: false }).versions.markScreenFailed(first, LIST, error)).toBe(false);
    const { versions } = open();
    versions.markScreenFailed(first, LIST, error);
    expect(versions.markScreenFailed(good, LIST, error)).toBe(false);
  });

  it('counts against the version after another version has shown the route for three seconds', () => {
    const { versions, failed } = open();
    versions.markScreenFailed(first, LIST, error);
    versions.confirmShown(good, LIST);
    jest.advanceTimersByTime(2999);
    expect(failed).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(failed).toEqual(['mf-jobs 1.1.0: undefined is not a list']);
    versions.confirmShown(good, LIST);
    pass();
    expect(failed).toHaveLength(1);
  });

  it.each<[string, (versions: ReturnType<typeof open>['versions']) => void]>([
    ['the same version shows the route', (versions) => versions.confirmShown(first, LIST)],
    ['the other version shows another route', (versions) => versions.confirmShown(good, '/elsewhere')],
    [
      'the guard moves',
      (versions) => {
        versions.confirmShown(good, LIST);
        versions.clearSuspect();
      },
    ],
    [
      'the other version fails too',
      (versions) => {
        versions.confirmShown(good, LIST);
        versions.markScreenFailed(good, LIST, error);
      },
    ],
    [
      'all failures are cleared',
      (versions) => {
        versions.confirmShown(good, LIST);
        versions.clearAllFailures();
      },
    ],
  ])('does not count when %s', (_what, then) => {
    const { versions, failed } = open();
    versions.markScreenFailed(first, LIST, error);
    then(versions);
    pass();
    expect(failed).toEqual([]);
  });

  it('of a third version does not count if two versions failed on the same route', () => {
    const { versions, failed } = open();
    versions.markScreenFailed(other, LIST, error);
    versions.markScreenFailed(first, LIST, error);
    versions.confirmShown(good, LIST);
    pass();
    expect(failed).toEqual([]);
  });

  it('counts on its own route after a failure on another route', () => {
    const { versions, failed } = open();
    versions.markScreenFailed(first, '/elsewhere', error);
    versions.markScreenFailed(first, LIST, new Error('again'));
    versions.confirmShown(good, LIST);
    pass();
    expect(failed).toEqual(['mf-jobs 1.1.0: again']);
  });
});
