import { createHash } from 'node:crypto';
import { lifecycles } from '@portal/mf-kit/lifecycles';
import { MISSING_FILE_HEADER } from '@portal/mf-kit/missingFile';
import { defineRoutes, lazyScreen } from '@portal/mf-kit/routes';
import { fakePortal } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { JSDOM, VirtualConsole } from 'jsdom';
import { createReporters } from '../../shell/src/modules/composeModules';
import { createModuleHost, type ModuleHost } from '../../shell/src/modules/host/moduleHost';
import { createPlaceholders } from '../../shell/src/modules/host/placeholders';
import { createLoader } from '../../shell/src/modules/loading/moduleLoader';
import { createSources, installScriptPolicy } from '../../shell/src/modules/loading/scriptPolicy';
import { readPageData } from '../../shell/src/platform/pageData';
import { createRegistry } from '../../shell/src/registry/moduleRegistry';
import { startHealthReporter } from '../../shell/src/telemetry/healthReporter';
import { createModuleEventBuffer } from '../../shell/src/telemetry/moduleEvents';
import { containerOf, type Fault, fileOf, MODULES, ORIGIN, pathOf, VERSIONS } from './faults';
import { installStacks, installWindow, openPages, runScript } from './window';

export interface HostReply {
  status: number;
  body: string;
  headers: Record<string, string>;
}
/** Sends a request of the page's device to the portal host. */
export type Send = (method: 'GET' | 'HEAD' | 'POST', url: string, body?: string) => Promise<HostReply>;

export interface PageParts {
  html: string;
  fault: Fault;
  /** The number of this device, which decides whether it runs the canary. */
  draw: number;
  send: Send;
  /** Counts the work that no timer of the page waits for. */
  track: <T>(work: Promise<T>) => Promise<T>;
}

/** Opens a page of the portal host: the real module hosts, loader, failure attribution and health reporter of the shell. */
export function openPage({ html, fault, draw, send, track }: PageParts) {
  const { window } = new JSDOM(html, {
    url: `${ORIGIN}${pathOf(fault.module === 'shell' ? 'mf-jobs' : fault.module)}`,
    virtualConsole: new VirtualConsole(),
  });
  installWindow(window);
  openPages.current = window;
  const network = { isOnline: true };
  Object.assign(window.navigator, {
    sendBeacon: (url: string, body: string) => {
      void track(send('POST', url, body));
      return true;
    },
  });

  /** The portal host refuses the entry of the version with a damaged file. */
  const isDamaged = (url: string) =>
    ['missing file', 'changed file'].includes(fault.kind) && url.includes(fileOf(fault.module, fault.version));
  async function request(method: 'GET' | 'HEAD', address: string): Promise<HostReply> {
    const url = address.replace(ORIGIN, '');
    if (!network.isOnline) throw new TypeError('Failed to fetch');
    if (isDamaged(url))
      return { status: 410, body: '', headers: { [MISSING_FILE_HEADER]: fault.kind === 'missing file' ? 'missing' : 'changed' } };
    return send(method, url);
  }
  Object.assign(globalThis, {
    fetch: (url: string, { method = 'GET' }: { method?: 'GET' | 'HEAD' } = {}) =>
      track(
        request(method, url).then(
          ({ status, body, headers }) => new Response(method === 'HEAD' || body === '' ? null : body, { status, headers }),
        ),
      ),
  });

  async function load(script: HTMLScriptElement): Promise<void> {
    const reply = await request('GET', script.src).catch(() => null);
    const hash = `sha384-${createHash('sha384')
      .update(reply?.body ?? '')
      .digest('base64')}`;
    if (reply?.status !== 200 || hash !== script.integrity) return void script.dispatchEvent(new window.Event('error'));
    try {
      runScript(reply.body, script.src);
    } catch (error) {
      reportError(error);
    }
    script.dispatchEvent(new window.Event('load'));
  }
  const append = window.document.head.append.bind(window.document.head);
  window.document.head.append = (...nodes) => {
    append(...nodes);
    for (const node of nodes) if (node instanceof window.HTMLScriptElement) void track(load(node));
  };

  const data = readPageData();
  installStacks(data.shell);
  Error.stackTraceLimit = 10;
  const registry = createRegistry(data.registry, data.files, draw);
  const sources = createSources(registry);
  installScriptPolicy(sources, []);
  const loader = createLoader(registry, sources);
  const recordModuleEvent = createModuleEventBuffer(async () => startHealthReporter({ token: data.token ?? '', shell: data.shell }));
  Object.assign(globalThis, {
    __page: {
      fault,
      kit: { lifecycles, defineRoutes, lazyScreen },
      callShell: async () => 'done',
      throughExtension: runScript(
        'return (call) => setTimeout(() => { call(); null.missing; }, 500);',
        'chrome-extension://abcdefghijklmnop/content.js',
      ),
    },
  });

  window.document.body.innerHTML = '<div></div>';
  const outlet = window.document.body.firstElementChild as HTMLElement;
  const routeOf = () => pathOf([...MODULES].find((name) => pathOf(name) === window.location.pathname) ?? '');
  const hosts = new Map<string, ModuleHost>(
    MODULES.map((name) => [
      name,
      createModuleHost(name, {
        ...{ outlet, registry, loader, patience: 1 },
        openHandle: () => ({ portal: fakePortal(guard()), leave: () => undefined, end: () => undefined }),
        placeholders: createPlaceholders({ outlet, isNotFound: () => false, isPublic: () => true }),
        currentRoute: () => (window.location.pathname === pathOf(name) ? pathOf(name) : null),
        ...{ isDirty: () => false, isLocked: () => false, onReplaced: () => undefined, onMoving: () => undefined },
        ...createReporters(name, { telemetry: { report: () => undefined }, recordModuleEvent }, routeOf),
      }),
    ]),
  );
  let current: ModuleHost | undefined;
  return {
    network,
    runShell: async () => runScript((await send('GET', fileOf('shell', data.shell))).body, `${ORIGIN}${fileOf('shell', data.shell)}`),
    visit(name: string): void {
      current?.deactivate();
      window.history.pushState(null, '', pathOf(name));
      current = hosts.get(name);
      current?.activate();
    },
    mounted: (name: string) => hosts.get(name)?.mountedVersion ?? null,
    /** Presses the button, and fires the event that the listeners of faults wait for. */
    act(): void {
      outlet.querySelector('button')?.click();
      window.document.dispatchEvent(new window.Event('act'));
    },
    reject: (reason: unknown) => window.dispatchEvent(Object.assign(new window.Event('unhandledrejection'), { reason })),
    close(): void {
      Object.defineProperty(window.document, 'visibilityState', { value: 'hidden' });
      window.document.dispatchEvent(new window.Event('visibilitychange'));
      // A page of a browser ends with its globals and timers.
      for (const name of MODULES) for (const version of VERSIONS) Reflect.deleteProperty(globalThis, containerOf(name, version));
      openPages.current = null;
    },
  };
}
export type Page = ReturnType<typeof openPage>;
