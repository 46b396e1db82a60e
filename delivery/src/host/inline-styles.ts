import type { ModuleManifest } from '@portal/mf-kit/module';
import { integrityOf } from '../store/integrity';
import type { Store } from '../store/store';
import { LruCache } from './lru-cache';

export interface Stylesheet {
  manifest: ModuleManifest;
  file: string;
}

/** URL of a file of a version -> its text. */
export type Sheets = ReadonlyMap<string, string>;

export const NO_SHEETS: Sheets = new Map();

/** The stylesheets of several releases. */
const MOST_CHARACTERS = 8 * 2 ** 20;

/** A font in the stylesheet's folder; in a page it needs its whole path. */
const FONT = /url\(["']?([\w.-]+\.woff2)["']?\)/g;

/** Constructs that would change their meaning, or end the element, inside a page with another path. */
const BOUND = /<\/style|@import|@charset|url\((?!["']?(?:data:|\/|#))/i;

/**
 * The stylesheets of rendered pages, inlined so that the first text is styled without another request. A file that differs from the
 * published one stays a link, which the browser rejects.
 */
export function createStyleLoader(store: Store, urlOf: (manifest: ModuleManifest, file: string) => string) {
  const known = new LruCache<Promise<string | null>>(MOST_CHARACTERS);

  async function read({ manifest, file }: Stylesheet): Promise<string | null> {
    const { name, version, files } = manifest;
    const bytes = await store.read(name, version, file);
    if (!bytes || integrityOf(bytes) !== files[file]?.integrity) return null;
    const text = new TextDecoder()
      .decode(bytes)
      .replace(FONT, (found, font: string) => (files[font] ? `url(${urlOf(manifest, font)})` : found));
    return BOUND.test(text) ? null : text;
  }

  function textOf(sheet: Stylesheet, url: string): Promise<string | null> {
    const kept = known.get(url);
    if (kept) return kept;
    const reading = read(sheet);
    known.set(url, reading, 0);
    reading.then(
      (text) => (text === null ? known.delete(url) : known.set(url, reading, text.length)),
      () => known.delete(url),
    );
    return reading.catch(() => null);
  }

  /** Returns the stylesheets that can be inlined. Never rejects. */
  return async (sheets: readonly Stylesheet[]): Promise<Sheets> => {
    const found = new Map<string, string>();
    await Promise.all(
      sheets.map(async (sheet) => {
        const url = urlOf(sheet.manifest, sheet.file);
        const text = await textOf(sheet, url);
        if (text !== null) found.set(url, text);
      }),
    );
    return found;
  };
}
