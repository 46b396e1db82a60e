import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { ModuleManifest, ModuleVersion, Registry, RegistryModule } from '@portal/mf-kit/module';
import type { Portal } from '@portal/mf-kit/portal';
import type { RemoteLifecycles, RemoteProps } from '@portal/mf-kit/remote';
import { act } from '@testing-library/react';
import { createRegistry } from '../../registry/moduleRegistry';
import type { ModuleLoader } from '../loading/moduleLoader';
import { createModuleHost } from './moduleHost';
import { createPlaceholders } from './placeholders';

export type Step = 'load' | 'bootstrap' | 'mount' | 'unmount';
export type Fault = (step: Step) => Promise<void> | void;
/** What the network says when the shell asks whose fault a failure is. */
export const network = { answers: async (): Promise<{ ok: boolean }> => ({ ok: true }) };
export const failToFetch = () => Promise.reject(new TypeError('Failed to fetch'));
export const hang = () => new Promise<void>(() => undefined);

/** A remote that writes its version, and what was asked of it. */
function remote(version: string, log: string[], fault: Fault, html: string): RemoteLifecycles & { props: RemoteProps | null } {
  return {
    props: null,
    async bootstrap() {
      await fault('bootstrap');
    },
    async mount(props) {
      this.props = props;
      log.push(`mount ${version}`);
      await fault('mount');
      props.domElement.innerHTML = [`<h1>Jobs ${version}</h1>`, html].join('');
    },
    async unmount() {
      log.push(`unmount ${version}`);
      await fault('unmount');
    },
  };
}

export const ASKED = jobsPaths.search.pattern;
export const route = { access: 'guard', chrome: 'guard', title: 'Search' } as const;

interface Opening {
  lastGood?: boolean;
  faults?: Record<string, Fault>;
  /** Below the heading of each version. */
  html?: string;
  /** Version -> what its module.json declares. */
  routesOf?: Record<string, ModuleManifest['routes']>;
}

/** What @portal/testing gives, which only a test may import. */
export interface Given {
  portal: Portal;
  moduleVersion: (name: string, version: string) => ModuleVersion;
  registryModule: (name: string, version: string, routes: RegistryModule['routes']) => RegistryModule;
  registryOf: (modules: Record<string, RegistryModule>, revision?: number) => Registry;
}

export const createHostFixture =
  (given: Given) =>
  (opening: Opening = {}) =>
    open(given, opening);

function open(
  { portal, moduleVersion, registryModule, registryOf }: Given,
  { lastGood = false, faults = {}, html = '', routesOf = {} }: Opening,
) {
  document.body.innerHTML = '<main></main>';
  const outlet = document.querySelector('main') as HTMLElement;
  const log: string[] = [];
  const moves: string[] = [];
  const failedRoutes: (string | null)[] = [];
  const remotes = new Map<string, ReturnType<typeof remote>>();
  const module = {
    ...registryModule('mf-jobs', '1.1.0', { [ASKED]: route }),
    lastGood: lastGood ? moduleVersion('mf-jobs', '1.0.0') : null,
  };
  const registry = createRegistry(registryOf({ 'mf-jobs': module }), {});
  const loader: ModuleLoader = {
    async load(_, { version }: ModuleVersion) {
      log.push(`load ${version}`);
      const fault = faults[version] ?? (() => undefined);
      await fault('load');
      const made = remotes.get(version) ?? remote(version, log, fault, html);
      remotes.set(version, made);
      return made;
    },
    manifest: async (_, { version }) => ({ routes: routesOf[version] ?? { [ASKED]: route } }) as unknown as ModuleManifest,
    retryWithNewUrls: (_, { version }) => void log.push(`again ${version}`),
    unload: (_, { version }, failed) => void log.push(`${failed ? 'retry' : 'forget'} ${version}`),
  };
  const dirty = { is: false, isHeld: false };
  const page: { asked: string | null; isForAll: boolean } = { asked: ASKED, isForAll: false };
  const moduleHost = createModuleHost('mf-jobs', {
    outlet,
    registry,
    loader,
    patience: 1,
    openHandle: () => ({ portal, leave: () => void log.push('portal left'), end: () => void log.push('portal ended') }),
    currentRoute: () => page.asked,
    placeholders: createPlaceholders({ outlet, isNotFound: () => false, isPublic: () => page.isForAll }),
    isDirty: () => dirty.is || dirty.isHeld,
    isLocked: () => dirty.isHeld,
    onReplaced: () => void log.push('swapped'),
    onShown: ({ version }) => log.push(`shown ${version}`),
    onFailed: ({ version }, error, failedAt) => {
      log.push(`failed ${version}: ${error.message}`);
      failedRoutes.push(failedAt);
    },
    onScreenFailed: ({ version }, error, pattern) => log.push(`screen failed ${version} ${pattern}: ${error.message}`),
    onMoving: (how) => void moves.push(how),
  });
  registry.onChange(() => moduleHost.update());
  const activate = (version: string, more: Partial<RegistryModule> = {}) =>
    registry.apply(
      registryOf({ 'mf-jobs': { ...module, ...moduleVersion('mf-jobs', version), ...more } }, registry.current().revision + 1),
    );
  return { moduleHost, outlet, log, moves, failedRoutes, dirty, page, activate, remotes };
}

/** Lets everything that is due happen, and so much time pass. */
export const advance = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
export const outletText = () => document.querySelector('main')?.textContent;

/** Fake time and a network that answers, for every test of the file. */
export function installFakes() {
  beforeEach(() => {
    jest.useFakeTimers();
    network.answers = async () => ({ ok: true });
    Object.assign(globalThis, { fetch: () => network.answers() });
  });
  afterEach(() => jest.useRealTimers());
}
