import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { normaliseEnvelope } from '@portal/contracts/_kernel/envelope';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { readJson } from '@portal/mf-kit/readAtMost';

/** Younger texts are shown without a request. With the wait below, a change appears within a minute, even if the API is slow. */
export const FRESH_MS = 20_000;
/** How long a page waits for a newer text if it has an older one. */
const WAIT_MS = 1_000;
/** How long it waits without an older one. */
const FIRST_MS = 5_000;
/** A change must be on the page by then. */
const OLD_MS = 60_000;
/** After a failure the API is not requested for this time. */
const REST_MS = 5_000;
const READ_MS = 10_000;
const MOST_BYTES = 1_000_000;
/** A rollback may show texts that the newer version did not, so unused texts are kept for this time. */
const KEPT_MS = 30 * 86_400_000;

export interface ContentOptions {
  apiUrl: string;
  /** Base 64 of the fixed client credential. */
  basic: string;
  /** Folder of the last good texts, for a host that starts while the API is down. */
  folder: string;
  now: () => number;
  log: (line: string) => void;
  waitMs?: number;
}

export interface ApiContent {
  /** Returns the API's replies to these paths below `/v1`, as fresh as available; null if one of them was never read. */
  read(paths: readonly string[]): Promise<Record<string, unknown> | null>;
  /** Deletes texts that none of these modules has shown for thirty days. */
  keep(manifests: Iterable<ModuleManifest>): Promise<void>;
}

interface Kept {
  path: string;
  data: unknown;
}

interface Entry {
  kept: Kept | null;
  /** In ms: the last successful read and the last attempt. */
  readAt: number;
  triedAt: number;
  reading: Promise<void> | null;
  isFailing: boolean;
}

const declaredBy = (manifests: Iterable<ModuleManifest>): Set<string> =>
  new Set([...manifests].flatMap(({ routes }) => Object.values(routes).flatMap(({ content = [] }) => content)));
const fileOf = (path: string) => `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.json`;

/** Texts of the API for public pages: cached while fresh, then read again, and the last good text while the API is slow or down. */
export function createContentCache({ apiUrl, basic, folder, now, log, waitMs = WAIT_MS }: ContentOptions): ApiContent {
  const entries = new Map<string, Promise<Entry>>();

  async function stored(path: string): Promise<Entry> {
    const kept = await readFile(join(folder, fileOf(path)), 'utf8')
      .then((text) => JSON.parse(text) as Kept)
      .catch(() => null);
    const never = Number.NEGATIVE_INFINITY;
    return { kept: kept?.path === path ? kept : null, readAt: never, triedAt: never, reading: null, isFailing: false };
  }

  async function store(kept: Kept): Promise<void> {
    const file = join(folder, fileOf(kept.path));
    const aside = `${file}.${randomUUID()}`;
    await mkdir(folder, { recursive: true });
    await writeFile(aside, JSON.stringify(kept));
    await utimes(aside, SHOWN, SHOWN);
    await rename(aside, file);
  }

  async function ask(path: string): Promise<unknown> {
    const reply = await fetch(apiUrl.replace(/\/$/, '') + BASE + path, {
      headers: { authorization: `Basic ${basic}`, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(READ_MS),
    });
    const { code, data } = normaliseEnvelope(reply.status, await readJson(reply, MOST_BYTES));
    if (code !== 200 || data === null) throw new Error(`the API answered ${code}`);
    return data;
  }

  async function refresh(path: string, entry: Entry): Promise<void> {
    entry.triedAt = now();
    try {
      const kept = { path, data: await ask(path) };
      const isNew = JSON.stringify(kept) !== JSON.stringify(entry.kept);
      entry.kept = kept;
      entry.isFailing = false;
      // The time of the request, because the text may have changed during the reply.
      entry.readAt = entry.triedAt;
      if (isNew) await store(kept).catch((error: Error) => log(`${path} cannot be kept: ${error.message}`));
    } catch (error) {
      if (!entry.isFailing)
        log(`${path} was not read, ${entry.kept ? 'the last good text is shown' : 'there is none'}: ${(error as Error).message}`);
      entry.isFailing = true;
    }
  }

  async function one(path: string): Promise<Kept | null> {
    const opening = entries.get(path) ?? stored(path);
    entries.set(path, opening);
    const entry = await opening;
    if (now() - entry.readAt < FRESH_MS) return entry.kept;
    const mayTry = entry.readAt === entry.triedAt || now() - entry.triedAt >= REST_MS;
    if (!entry.reading && mayTry)
      entry.reading = refresh(path, entry).finally(() => {
        entry.reading = null;
      });
    // A text that was not requested for a while is worth a wait, unless the API is failing.
    const isOld = now() - entry.readAt > OLD_MS && entry.readAt > 0 && !entry.isFailing;
    if (entry.reading) await waitAtMost(entry.reading, entry.kept && !isOld ? waitMs : FIRST_MS);
    return entry.kept;
  }

  return {
    async read(paths) {
      const kept = await Promise.all(paths.map(one));
      if (kept.some((found) => found === null)) return null;
      return Object.fromEntries(kept.flatMap((found) => (found ? [[found.path, found.data]] : [])));
    },
    async keep(manifests) {
      const declared = declaredBy(manifests);
      for (const path of entries.keys()) if (!declared.has(path)) entries.delete(path);
      const wanted = new Set([...declared].map(fileOf));
      const there = await readdir(folder).catch(() => []);
      await Promise.all(there.map((name) => keepOrForget(join(folder, name), wanted.has(name), now())));
    },
  };
}

/** The file time marks since when no module shows the text; this value marks a shown text. */
const SHOWN = 0;

async function keepOrForget(file: string, isWanted: boolean, ms: number): Promise<void> {
  if (isWanted) return utimes(file, SHOWN, SHOWN);
  const { mtimeMs: unshownSince } = await stat(file);
  if (unshownSince === SHOWN) return utimes(file, ms / 1000, ms / 1000);
  if (ms - unshownSince > KEPT_MS) await rm(file, { force: true });
}

/** Waits for the end of `work`, at most `ms`. */
async function waitAtMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, enough]).finally(() => clearTimeout(timer));
}
