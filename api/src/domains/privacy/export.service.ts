import { randomUUID } from 'node:crypto';
import type { Output } from '@portal/contracts/_kernel/endpoint';
import type { ExportState, exportState } from '@portal/contracts/privacy/privacy.endpoints';
import { privacyLimits, privacyMessages } from '@portal/contracts/privacy/privacy.rules';
import { errors, jwtVerify, SignJWT } from 'jose';
import { now, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { openExport } from '../../platform/files/export-files';
import { fail } from '../../platform/http/errors';
import type { StoredFile } from '../../platform/http/routes';
import { newToken } from '../../platform/identity/secrets';
import { notifyChanged } from '../../platform/live/realtime';
import { enqueue } from '../../platform/queue/job-queue';
import * as copies from './export.repository';

const MINUTE_MS = 60_000;

export const EXPORT_QUEUE = 'exports';

export const zipName = (id: string): string => `${id}.zip`;

const ALGORITHM = 'HS256';
/** The key of a copy's tokens: a secret of this copy alone. */
const keyOf = ({ secret }: copies.ExportRow): Uint8Array => Buffer.from(secret);

/** A signed token with the copy and its expiry. */
const tokenOf = (row: copies.ExportRow): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(row.id)
    .setExpirationTime(new Date(row.expiresAt ?? 0))
    .sign(keyOf(row));

async function isTokenOf(row: copies.ExportRow, token: string): Promise<boolean> {
  try {
    await jwtVerify(token, keyOf(row), { algorithms: [ALGORITHM], subject: row.id, requiredClaims: ['exp'], currentDate: now() });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

const isOver = ({ expiresAt }: copies.ExportRow): boolean => expiresAt !== null && expiresAt <= nowText();

/** Until then a repeated request returns the finished copy. */
const newFrom = ({ finishedAt }: copies.ExportRow): string | null =>
  finishedAt && new Date(Date.parse(finishedAt) + privacyLimits.sameMinutes * MINUTE_MS).toISOString();

async function shown(row: copies.ExportRow | null): Promise<Output<typeof exportState>> {
  if (!row || isOver(row)) return { copy: null };
  const { id, state, progress, askedAt, bytes, expiresAt } = row;
  const isDone = state === 'done';
  const copy: ExportState = {
    id,
    state,
    progress,
    askedAt,
    bytes,
    expiresAt,
    newFrom: isDone ? newFrom(row) : null,
    token: isDone ? await tokenOf(row) : null,
  };
  return { copy };
}

/** The state of the guard's latest copy; null when it has expired. */
export const state = async (guardId: string): Promise<Output<typeof exportState>> => shown(await copies.latestExport(guardId));

function isSameAgain(row: copies.ExportRow): boolean {
  if (row.state === 'waiting' || row.state === 'working') return true;
  return row.state === 'done' && !isOver(row) && (newFrom(row) ?? '') > nowText();
}

/** Requests a copy. While one is under way or fresh, that one is returned. */
export const ask = (guardId: string): Promise<Output<typeof exportState>> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const latest = await copies.latestExport(guardId);
    if (latest && isSameAgain(latest)) return shown(latest);
    await copies.insert(guardId, newToken(), nowText());
    notifyChanged(guardId, 'privacy');
    await enqueue(EXPORT_QUEUE, randomUUID(), {});
    return state(guardId);
  });

/** The ZIP of the guard's own copy, while its link is valid. 404 for anything else. */
export async function download(guardId: string, id: string, token: string): Promise<StoredFile> {
  const row = await copies.exportById(guardId, id);
  if (row?.state !== 'done' || isOver(row) || !(await isTokenOf(row, token))) return fail(404, privacyMessages.exportGone);
  const name = zipName(id);
  return {
    open: (part) => openExport(name, part),
    missing: privacyMessages.exportGone,
    savedAs: 'my-data.zip',
    contentType: 'application/zip',
    bytes: row.bytes ?? 0,
    isPrivate: true,
    isLive: true,
  };
}
