import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { ModuleManifest, ModuleVersion, Registry, RegistryModule } from '@portal/mf-kit/module';
import type { Portal } from '@portal/mf-kit/portal';
import type { RemoteLifecycles, RemoteProps } from '@portal/mf-kit/remote';
import { act } from '@testing-library/react';
import { createRegistry } from '../../registry/moduleRegistry';
import type { ModuleLoader } from '../loading/moduleLoader';
import { createModuleHost } from './moduleHost';
import { createPlaceholders } from './placeholders';

export type LifecycleStep = 'load' | 'bootstrap' | 'mount' | 'unmount';
export type LifecycleFault = (step: LifecycleStep) => Promise<void> | void;
/** The reply of the portal host to the request of the failure attribution. */
export const network = { reply: async (): Promise<{ ok: boolean }> => ({ ok: true }) };
export const failToFetch = () => Promise.reject(new TypeError('Failed to fetch'));
export const hang = () => new Promise<void>(() => undefined);

/** A remote that renders its version, and logs its calls. */
function createRemote(
  version: string,
  log: string[],
  fault: LifecycleFault,
  html: string,
): RemoteLifecycles & { props: RemoteProps | null } {
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

export const ROUTE = jobsPaths.search.pattern;
export const route = { access: 'guard', chrome: 'guard', title: 'Search' } as const;

interface HostOptions {
  lastGood?: boolean;
  faults?: Record<string, LifecycleFault>;
  /** HTML below the heading of each version. */
  html?: string;
  /** Version -> routes of its module.json. */
  routesOf?: Record<string, ModuleManifest['routes']>;
}

/** Functions of @portal/testing, which only test files may import. */
export interface TestTools {
  portal: Portal;
  moduleVersion: (name: string, version: string) => ModuleVersion;
  registryModule: (name: string, version: string, routes: RegistryModule['routes']) => RegistryModule;
  registryOf: (modules: Record<string, RegistryModule>, revision?: number) => Registry;
}

export const createHostFixture =
  (tools: TestTools) =>
  (options: HostOptions = {}) =>
    openHost(tools, options);

function openHost(
  { portal, moduleVersion, registryModule, registryOf }: TestTools,
  { lastGood = false, faults = {}, html = '', routesOf = {} }: HostOptions,
) {
  document.body.innerHTML = '<main></main>';
  const outlet = document.querySelector('main') as HTMLElement;
  const log: string[] = [];
  const moves: string[] = [];
  const failedRoutes: (string | null)[] = [];
  const remotes = new Map<string, ReturnType<typeof createRemote>>();
  const module = {
    ...registryModule('mf-jobs', '1.1.0', { [ROUTE]: route }),
    lastGood: lastGood ? moduleVersion('mf-jobs', '1.0.0') : null,
  };
  const registry = createRegistry(registryOf({ 'mf-jobs': module }), {});
  const loader: ModuleLoader = {
    async load(_, { version }: ModuleVersion) {
      log.push(`load ${version}`);
      const fault = faults[version] ?? (() => undefined);
      await fault('load');
      const created = remotes.get(version) ?? createRemote(version, log, fault, html);
      remotes.set(version, created);
      return created;
    },
    manifest: async (_, { version }) => ({ routes: routesOf[version] ?? { [ROUTE]: route } }) as unknown as ModuleManifest,
    retryWithNewUrls: (_, { version }) => void log.push(`new URLs ${version}`),
    unload: (_, { version }, failed) => void log.push(`${failed ? 'unload failed' : 'unload'} ${version}`),
  };
  const unsaved = { isDirty: false, isLocked: false };
  const page: { route: string | null; isPublic: boolean } = { route: ROUTE, isPublic: false };
  const moduleHost = createModuleHost('mf-jobs', {
    outlet,
    registry,
    loader,
    patience: 1,
    openHandle: () => ({ portal, leave: () => void log.push('handle left'), end: () => void log.push('handle ended') }),
    currentRoute: () => page.route,
    placeholders: createPlaceholders({ outlet, isNotFound: () => false, isPublic: () => page.isPublic }),
    isDirty: () => unsaved.isDirty || unsaved.isLocked,
    isLocked: () => unsaved.isLocked,
    onReplaced: () => void log.push('replaced'),
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
  return { moduleHost, outlet, log, moves, failedRoutes, unsaved, page, activate, remotes };
}

/** Advances the fake time, and runs all due timers and promises. */
export const advance = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
export const outletText = () => document.querySelector('main')?.textContent;

/** Installs fake timers and a portal host that replies, for each test of the file. */
export function installFakes() {
  beforeEach(() => {
    jest.useFakeTimers();
    network.reply = async () => ({ ok: true });
    Object.assign(globalThis, { fetch: () => network.reply() });
  });
  afterEach(() => jest.useRealTimers());
}
