import type { PageInput, Prerendered } from './pageInput';

/** How a module's `src/prerender.tsx` is run, by the build and by the portal host: as one script in a place that has nothing but these. */
export const RENDERER_FILE = 'server/renderer.js';
/** The global that the script leaves. */
export const RENDERER = 'portalRenderer';
export interface Renderer {
  prerender(path: string, input?: PageInput): Promise<Prerendered>;
}

/** What the script is given beside the language itself: no network, no files, no process. */
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

/** The longest HTML of one page. */
export const MOST_HTML = 2_000_000;

/** Whether a renderer's answer is a page. */
export function isPrerendered(made: unknown): made is Prerendered {
  if (typeof made !== 'object' || made === null) return false;
  const { html, jsonLd } = made as Partial<Prerendered>;
  const isData = jsonLd === undefined || (typeof jsonLd === 'object' && jsonLd !== null);
  return typeof html === 'string' && html !== '' && html.length <= MOST_HTML && isData;
}
