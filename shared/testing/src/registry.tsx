import type { ModuleVersion, Registry, RegistryModule, RouteDeclaration } from '@portal/mf-kit/module';

export const moduleVersion = (name: string, version: string): ModuleVersion => ({
  version,
  container: `${name}_${version}`.replace(/\W/g, '_'),
  entry: 'remoteEntry.js',
  integrity: `sha384-${name}-${version}`,
});

/** One active module with the given routes. */
export const registryModule = (name: string, version: string, routes: Record<string, RouteDeclaration> = {}): RegistryModule => ({
  ...moduleVersion(name, version),
  routes,
  lastGood: null,
  canary: null,
  quarantined: {},
  by: 'test',
  at: '2027-03-14T15:00:00Z',
  why: 'test',
});

export const registryOf = (modules: Record<string, RegistryModule>, revision = 1): Registry => ({
  revision,
  at: '2027-03-14T15:00:00Z',
  shell: { ...moduleVersion('shell', '1.0.0'), lastGood: null, by: 'test', at: '2027-03-14T15:00:00Z', why: 'test', quarantined: {} },
  modules,
});
