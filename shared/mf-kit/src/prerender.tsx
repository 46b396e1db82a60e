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

/** A portal for prerendering: no session, no effects. Screens render the view of a first visitor. */
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

export interface PrerenderOptions {
  jsonLd?(path: string, input: PageInput): object | undefined;
}

/**
 * Renders an address of a module to HTML that `lifecycles` hydrates: `export const prerender = prerenderer(Screens)`. The build runs it for
 * static pages, and the portal host for API content and posted forms, so it needs nothing of Node. It waits for lazy screens and rejects if
 * a screen throws.
 */
export const prerenderer =
  (Screens: ComponentType, more: PrerenderOptions = {}) =>
  async (path: string, input: PageInput = emptyPage): Promise<Prerendered> => {
    const At = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
    const portal: Portal = input.site ? { ...still, config: { ...input.site, mapsKey: null } } : still;
    let failure: { error: unknown } | null = null;
    const stream = await renderToReadableStream(<ModuleRoot portal={portal} router={At} Screens={Screens} input={input} />, {
      onError(error) {
        failure ??= { error };
      },
      // Waits for all content, because React sends late boundaries by inline scripts, which the content policy blocks.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    });
    await stream.allReady;
    const html = await textOf(stream);
    // In the browser an error affects one screen; here the page fails.
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
