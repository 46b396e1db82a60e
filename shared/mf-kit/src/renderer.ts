import type { PageInput, Prerendered } from './pageInput';

/**
 * The interface of a module's `src/prerender.tsx`, which the build and the portal host run as one script in a context with only these
 * globals.
 */
export const RENDERER_FILE = 'server/renderer.js';
/** The global that the script defines. */
export const RENDERER = 'portalRenderer';
export interface Renderer {
  prerender(path: string, input?: PageInput): Promise<Prerendered>;
}

/** The globals besides the language itself: no network, files or process. */
export const RENDERER_GLOBALS = [
  'AbortController',
  'AbortSignal',
  'ReadableStream',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'clearTimeout',
  'queueMicrotask',
  'setTimeout',
] as const;

export const MOST_HTML = 2_000_000;

/** Whether the result of a renderer is a page. */
export function isPrerendered(made: unknown): made is Prerendered {
  if (typeof made !== 'object' || made === null) return false;
  const { html, jsonLd } = made as Partial<Prerendered>;
  const isData = jsonLd === undefined || (typeof jsonLd === 'object' && jsonLd !== null);
  return typeof html === 'string' && html !== '' && html.length <= MOST_HTML && isData;
}
