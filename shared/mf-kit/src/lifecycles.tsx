import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { rememberControls } from './enteredValues';
import { HostContext } from './HostContext';
import { ModuleRoot } from './ModuleRoot';
import { PortalRouter } from './PortalRouter';
import { emptyPage, type PageInput } from './pageInput';
import type { Portal } from './portal';
import type { RemoteLifecycles, RemoteProps } from './remote';
import type { Screens } from './routes';

/**
 * Returns the data that the portal host rendered, once, for the mount at the served address. It exists without prerendered HTML too,
 * because a post result must not be lost.
 */
function takeInput(): PageInput {
  const script = document.querySelector<HTMLScriptElement>('script#page');
  if (!script || script.dataset.path !== window.location.pathname) return emptyPage;
  script.remove();
  return JSON.parse(script.text) as PageInput;
}

/** By container, because single-spa-react passes only the container to `hydrateRoot`. */
const portals = new WeakMap<Element, Portal>();

/**
 * If other software changed the served elements, React renders them again. The entered values move to the new elements, and the module has
 * not failed.
 */
const hydrateRoot = (container: Element, screen: React.ReactNode) => {
  const moveTo = rememberControls(container);
  return ReactDOMClient.hydrateRoot(container, screen, {
    onRecoverableError(error) {
      portals.get(container)?.telemetry({ event: 'rendered again', detail: error instanceof Error ? error.message : String(error) });
      moveTo(container);
    },
  });
};

/** Reports an error of a module's screens to the shell, which shows the last good version or an error card. */
class ModuleErrorBoundary extends React.Component<{ onCrash(error: Error): void; children?: React.ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };
  static getDerivedStateFromError() {
    return { crashed: true };
  }
  override componentDidCatch(error: Error) {
    this.props.onCrash(error);
  }
  override render() {
    return this.state.crashed ? null : this.props.children;
  }
}

/**
 * Creates the exports of a remote's `src/remote.tsx` with single-spa-react: `export const { bootstrap, mount, unmount, preload,
 * startScreenReads } = lifecycles(Screens)`. It reports the crash of a screen by `onCrash`, and hydrates prerendered containers.
 */
export function lifecycles(Screens: Screens): Required<RemoteLifecycles> {
  const inputs = new Map<string, PageInput>();
  const rootComponent = (props: RemoteProps) => (
    <HostContext value={props}>
      <ModuleRoot portal={props.portal} router={PortalRouter} Screens={Screens} input={inputs.get(props.name) ?? emptyPage} />
    </HostContext>
  );
  const as = (renderType: 'createRoot' | 'hydrateRoot') =>
    singleSpaReact({
      React,
      ReactDOMClient: { ...ReactDOMClient, hydrateRoot } as typeof ReactDOMClient,
      rootComponent: rootComponent as never,
      renderType,
      errorBoundaryClass: ModuleErrorBoundary as never,
    }) as unknown as RemoteLifecycles;
  const fresh = as('createRoot');
  const over = as('hydrateRoot');
  const of = (props: RemoteProps) => (props.hydrate ? over : fresh);
  const mounting = new Map<string, Promise<unknown>>();
  const preload = async (pathname: string) => Screens.preload?.(pathname);
  return {
    preload,
    startScreenReads: async (to, context) => Screens.startScreenReads?.(to, context),
    // The shell shows a skeleton until then, so that the screen needs none.
    bootstrap: (props) => Promise.all([of(props).bootstrap(props), preload(window.location.pathname)]),
    mount(props) {
      inputs.set(props.name, takeInput());
      portals.set(props.domElement, props.portal);
      const mounted = of(props).mount(props);
      mounting.set(props.name, mounted);
      return mounted;
    },
    // React cannot stop a hydration: it would throw an uncaught error, and single-spa-react would wait for its end.
    async unmount(props) {
      await mounting.get(props.name);
      mounting.delete(props.name);
      inputs.delete(props.name);
      // React has removed the screen when this returns. single-spa-react resolves in a later task, after a frame without a screen.
      void of(props).unmount(props);
    },
  };
}
