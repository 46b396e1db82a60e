import * as core from '@module-federation/runtime/core';

/** Remotes are built with experiments.externalRuntime and take federation's runtime from here: 19 kB gz less for each. */
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core, _FEDERATION_RUNTIME_CORE_FROM: { name: 'shell', version: '2.9.2' } });
