import type { ModuleManifest } from '@portal/mf-kit/module';
import { moduleVersion, registryModule, registryOf } from '@portal/testing/registry';
import { createRegistry } from '../../registry/moduleRegistry';
import { VersionSelection } from './versionSelection';

const LIST = '/job/:jobId';
const route = { access: 'guard', chrome: 'guard', title: 'Job' } as const;
const [first, good, other] = ['1.1.0', '1.0.0', '1.2.0'].map((version) => moduleVersion('mf-jobs', version)) as [
  ReturnType<typeof moduleVersion>,
  ReturnType<typeof moduleVersion>,
  ReturnType<typeof moduleVersion>,
];
const error = new Error('undefined is not a list');

function open({ lastGood = true, routes = [LIST] as string[] | null } = {}) {
  const module = { ...registryModule('mf-jobs', '1.1.0', { [LIST]: route }), lastGood: lastGood ? good : null };
  const registry = createRegistry(registryOf({ 'mf-jobs': module }), {});
  const failed: string[] = [];
  const asked: string[] = [];
  const manifest = async (_name: string, { version }: { version: string }) => {
    asked.push(version);
    return routes && ({ routes: Object.fromEntries(routes.map((pattern) => [pattern, route])) } as unknown as ModuleManifest);
  };
  const versions = new VersionSelection('mf-jobs', {
    registry,
    loader: { manifest } as never,
    onFailed: (name, { version }, { message }) => failed.push(`${name} ${version}: ${message}`),
  });
  const order = (pattern: string | null = LIST) => versions.candidates(pattern).map(({ version }) => version);
  return { versions, failed, asked, order };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('tries the active version, then the last good one, and what failed not again until it is pardoned', () => {
  const { versions, failed, order } = open();
  expect(order()).toEqual(['1.1.0', '1.0.0']);
  versions.markFailed(first, error);
  expect([order(), failed]).toEqual([['1.0.0'], ['mf-jobs 1.1.0: undefined is not a list']]);
  versions.clearAllFailures();
  expect(order()).toEqual(['1.1.0', '1.0.0']);
  expect(open({ lastGood: false }).order()).toEqual(['1.1.0']);
});

it('knows nothing of a module that the registry does not have', () => {
  const registry = createRegistry(registryOf({}), {});
  const versions = new VersionSelection('mf-jobs', { registry, loader: { manifest: jest.fn() }, onFailed: jest.fn() });
  expect([versions.candidates(LIST), versions.isActive(first)]).toEqual([[], false]);
});

it('knows which version is the active one', () => {
  const { versions } = open();
  expect([first, good].map((version) => versions.isActive(version))).toEqual([true, false]);
});

describe('whether a version has a path', () => {
  it('is not asked of the active one', async () => {
    const { versions, asked } = open({ routes: [] });
    expect([await versions.hasRoute(first, LIST), asked]).toEqual([true, []]);
  });

  it.each([
    ['has it, whatever its parts are called', ['/other', '/job/:id'], true],
    ['has others', ['/other', '/job'], false],
    ['tells nothing', null, true],
  ])('is asked of another one, which %s', async (_what, routes, is) => {
    const { versions, asked, order } = open({ routes });
    expect([await versions.hasRoute(good, LIST), asked]).toEqual([is, ['1.0.0']]);
    expect(order()).toEqual(is ? ['1.1.0', '1.0.0'] : ['1.1.0']);
    expect(order('/elsewhere')).toEqual(['1.1.0', '1.0.0']);
    // What it lacks it lacks, whatever is pardoned.
    versions.clearAllFailures();
    expect(order()).toHaveLength(is ? 2 : 1);
  });
});

describe('a screen that fell', () => {
  const pass = () => jest.advanceTimersByTime(3000);

  it('comes last there, and first elsewhere, until it is pardoned', () => {
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

  it('has no other version to be tried where there is none, or where that one fell as well', () => {
    expect(open({ lastGood: false }).versions.markScreenFailed(first, LIST, error)).toBe(false);
    const { versions } = open();
    versions.markScreenFailed(first, LIST, error);
    expect(versions.markScreenFailed(good, LIST, error)).toBe(false);
  });

  it('is laid to the release once another version has stood there for three seconds', () => {
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

  it.each<[string, (versions: VersionSelection) => void]>([
    ['the same version stands', (versions) => versions.confirmShown(first, LIST)],
    ['another path stands', (versions) => versions.confirmShown(good, '/elsewhere')],
    [
      'the guard moved on',
      (versions) => {
        versions.confirmShown(good, LIST);
        versions.clearSuspect();
      },
    ],
    [
      'the other one fell as well',
      (versions) => {
        versions.confirmShown(good, LIST);
        versions.markScreenFailed(good, LIST, error);
      },
    ],
    [
      'all was pardoned',
      (versions) => {
        versions.confirmShown(good, LIST);
        versions.clearAllFailures();
      },
    ],
  ])('is nobody’s fault when %s', (_what, then) => {
    const { versions, failed } = open();
    versions.markScreenFailed(first, LIST, error);
    then(versions);
    pass();
    expect(failed).toEqual([]);
  });

  it('of a third version is not laid to the release that both were given the same by', () => {
    const { versions, failed } = open();
    versions.markScreenFailed(other, LIST, error);
    versions.markScreenFailed(first, LIST, error);
    versions.confirmShown(good, LIST);
    pass();
    expect(failed).toEqual([]);
  });

  it('on another path begins anew', () => {
    const { versions, failed } = open();
    versions.markScreenFailed(first, '/elsewhere', error);
    versions.markScreenFailed(first, LIST, new Error('again'));
    versions.confirmShown(good, LIST);
    pass();
    expect(failed).toEqual(['mf-jobs 1.1.0: again']);
  });
});
