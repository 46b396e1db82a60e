import type { ModuleManifest } from '@portal/mf-kit/module';
import { integrityOf } from '../integrity';
import type { Store } from '../store';
import { Recent } from './recent';

/** A stylesheet of one version. */
export interface Sheet {
  manifest: ModuleManifest;
  file: string;
}

/** Address of a file of a version -> what stands in it. */
export type Sheets = ReadonlyMap<string, string>;

export const NO_SHEETS: Sheets = new Map();

/** All of several releases. */
const MOST_CHARACTERS = 8 * 2 ** 20;

/** A font in the stylesheet's folder: a page needs its whole address. */
const FONT = /url\(["']?([\w.-]+\.woff2)["']?\)/g;

/** What would not mean the same, or would end too early, in a page of another address. */
const BOUND = /<\/style|@import|@charset|url\((?!["']?(?:data:|\/|#))/i;

/**
 * The stylesheets of rendered pages, which stand in the page itself: what can be read already is shown without a second answer. One that is
 * not the file that was published is left to its link, which the browser refuses.
 */
export function openSheets(store: Store, urlOf: (manifest: ModuleManifest, file: string) => string) {
  const known = new Recent<Promise<string | null>>(MOST_CHARACTERS);

  async function read({ manifest, file }: Sheet): Promise<string | null> {
    const { name, version, files } = manifest;
    const bytes = await store.read(name, version, file);
    if (!bytes || integrityOf(bytes) !== files[file]?.integrity) return null;
    const text = new TextDecoder()
      .decode(bytes)
      .replace(FONT, (found, font: string) => (files[font] ? `url(${urlOf(manifest, font)})` : found));
    return BOUND.test(text) ? null : text;
  }

  function textOf(sheet: Sheet, url: string): Promise<string | null> {
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

  /** Those that may stand in a page. Never rejects. */
  return async (sheets: readonly Sheet[]): Promise<Sheets> => {
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
