import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { Boundary } from './Boundary';
import { HostContext } from './HostContext';
import { ModuleRoot } from './ModuleRoot';
import { PortalRouter } from './PortalRouter';
import { emptyPage, type PageInput } from './pageInput';
import type { RemoteLifecycles, RemoteProps } from './remote';
import type { Screens } from './routes';

/**
 * What the host rendered into this page, for the one mount that shows the address which was served. It counts also where the host has
 * rendered no HTML: what was posted must not be lost.
 */
function takeInput(): PageInput {
  const script = document.querySelector<HTMLScriptElement>('script#page');
  if (!script || script.dataset.path !== window.location.pathname) return emptyPage;
  script.remove();
  return JSON.parse(script.text) as PageInput;
}

/**
 * What a remote's `src/remote.tsx` exposes, over single-spa-react: `export const { bootstrap, mount, unmount, preload } = lifecycles(Screens)`.
 * A crash of a screen reaches the shell through `onCrash`; prerendered hosts are hydrated.
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
      ReactDOMClient,
      rootComponent: rootComponent as never,
      renderType,
      errorBoundaryClass: Boundary as never,
    }) as unknown as RemoteLifecycles;
  const fresh = as('createRoot');
  const over = as('hydrateRoot');
  const of = (props: RemoteProps) => (props.hydrate ? over : fresh);
  const mounting = new Map<string, Promise<unknown>>();
  const preload = async (pathname: string) => Screens.preload?.(pathname);
  return {
    preload,
    // The shell's skeleton stands meanwhile: a screen that is in hand needs no second one.
    bootstrap: (props) => Promise.all([of(props).bootstrap(props), preload(window.location.pathname)]),
    mount(props) {
      inputs.set(props.name, takeInput());
      const mounted = of(props).mount(props);
      mounting.set(props.name, mounted);
      return mounted;
    },
    // React cannot break off what it hydrates: it says so as an uncaught error, and single-spa-react never hears that it ended.
    async unmount(props) {
      await mounting.get(props.name);
      mounting.delete(props.name);
      inputs.delete(props.name);
      // React has taken it down when this returns. single-spa-react says so in a later task, and a frame without a screen would come first.
      void of(props).unmount(props);
    },
  };
}
