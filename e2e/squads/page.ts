import { createInstance } from '@module-federation/runtime';
import type { RemoteLifecycles } from '@portal/mf-kit/remote';
import * as Router from '@portal/mf-kit/router';
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import * as ReactDOMClient from 'react-dom/client';
import router from 'react-router-dom/package.json';
import type { PageSettings } from './pageSettings';
import { createPlainPortal } from './portal';

// A page of another squad: the federation package's own runtime, the libraries of which remotes have no copy, and a portal context.
const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '') as PageSettings;
const provide = (version: string, library: unknown) => ({
  version,
  lib: () => library,
  shareConfig: { singleton: true, requiredVersion: false as const },
});

// A remote gets the address and the hash of each file from the page. This page has no registry.
Object.assign(globalThis, { __portalUrl: (url: string) => url, __portalIntegrity: () => '' });

const host = createInstance({
  name: 'squad',
  remotes: [{ name: settings.module, entry: settings.manifest }],
  shared: {
    react: provide(React.version, React),
    'react/jsx-runtime': provide(React.version, JsxRuntime),
    'react-dom': provide(React.version, ReactDOM),
    'react-dom/client': provide(React.version, ReactDOMClient),
    'react-router-dom': provide(router.version, Router),
  },
});
const remote = await host.loadRemote<RemoteLifecycles>(`${settings.module}/remote`);
const domElement = document.getElementById('place') as HTMLElement;
const props = { name: 'squad', domElement, hydrate: false, portal: createPlainPortal(settings), onCrash: console.error };
await remote?.bootstrap(props);
await remote?.mount(props);
Object.assign(globalThis, { leave: () => remote?.unmount(props) });
