import { site } from '@portal/contracts/_kernel/site';
import type { ComponentType, ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server.edge';
import { StaticRouter } from 'react-router-dom';
import { ModuleRoot } from './ModuleRoot';
import { emptyPage, type PageInput, type Prerendered } from './pageInput';
import { PORTAL_VERSION, type Portal } from './portal';

const nothing = () => undefined;
const refused = () => Promise.reject(new Error('Not while prerendering'));
const unused = () => nothing;

/** A portal for the build and the host: no session, no effects. Screens render what a first visitor sees. */
const still: Portal = {
  version: PORTAL_VERSION,
  config: { ...site, mapsKey: null },
  session: {
    current: () => null,
    subscribe: unused,
    begin: nothing,
    update: nothing,
    logout: refused,
    rememberJob: nothing,
    rememberedJob: () => null,
    signInWith: refused,
    canSignInWith: () => false,
    deviceToken: refused,
  },
  navigate: nothing,
  title: nothing,
  toast: nothing,
  announce: nothing,
  confirm: refused,
  write: refused,
  dirty: unused,
  changed: nothing,
  onChanged: unused,
  lastPosition: () => null,
  position: refused,
  now: () => new Date(),
  maps: refused,
  telemetry: nothing,
};

/** What a module says of its pages to machines. */
export interface More {
  /** Structured data (schema.org) of a page. */
  jsonLd?(path: string, input: PageInput): object | undefined;
}

/**
 * Renders an address of a module to the HTML that `lifecycles` hydrates: `export const prerender = prerenderer(Screens)`. The build runs
 * it for what is known then, the portal host for what the API tells and for posted forms; so it needs nothing of Node. Waits for lazy
 * screens. Rejects when a screen throws.
 */
export const prerenderer =
  (Screens: ComponentType, more: More = {}) =>
  async (path: string, input: PageInput = emptyPage): Promise<Prerendered> => {
    const At = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
    const portal: Portal = input.site ? { ...still, config: { ...input.site, mapsKey: null } } : still;
    let failure: { error: unknown } | null = null;
    const stream = await renderToReadableStream(<ModuleRoot portal={portal} router={At} Screens={Screens} input={input} />, {
      onError(error) {
        failure ??= { error };
      },
      // One piece: a boundary that is sent later comes as an inline script, which the page's policy refuses.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    });
    await stream.allReady;
    const html = await textOf(stream);
    // What one screen throws is that screen's at a guard's; here it is no page.
    if (failure) throw (failure as { error: unknown }).error;
    const jsonLd = more.jsonLd?.(path, input);
    return { html, ...(jsonLd && { jsonLd }) };
  };

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += decoder.decode(part.value, { stream: true });
  return text + decoder.decode();
}
