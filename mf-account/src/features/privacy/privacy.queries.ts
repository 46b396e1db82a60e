import { callFile } from '@portal/api-client/call';
import {
  cancelDeletion,
  countStoredData,
  deletionState,
  downloadExport,
  type ExportState,
  exportState,
  readLocations,
  requestDeletion,
  requestExport,
} from '@portal/contracts/privacy/privacy.endpoints';
import { privacyMessages } from '@portal/contracts/privacy/privacy.rules';
import { failureText, toFailure } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useNow } from '@portal/mf-kit/useNow';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { download } from '@portal/ui/download';
import { useState } from 'react';

/** A ZIP of thousands of pictures takes minutes on a phone. */
const DOWNLOAD_MS = 600_000;
/** The progress is polled, in case the realtime channel is disconnected. */
const POLL_MS = 5_000;
const MINUTE_MS = 60_000;

export const useStoredData = () => useQuery(countStoredData, {});
export const useLocations = (page: number) => useQuery(readLocations, { page }, { keepPrevious: true });

/** The state of the guard's copy. Its link expires, and until an earlier time a new request gives the same copy. */
export function copyState(copy: ExportState | null, at: number | null) {
  const now = at ?? Number.NEGATIVE_INFINITY;
  const isExpired = copy?.state === 'done' && copy.expiresAt !== null && Date.parse(copy.expiresAt) <= now;
  const canRequest =
    !copy || isExpired || copy.state === 'failed' || (copy.state === 'done' && now >= Date.parse(copy.newFrom ?? copy.askedAt));
  return { isExpired, canRequest };
}

/** The guard's copy with live progress. */
export function useCopy() {
  const portal = usePortal();
  const [isInProgress, setInProgress] = useState(false);
  const query = useQuery(exportState, {}, { refreshMs: isInProgress ? POLL_MS : 0 });
  const copy = query.data.copy ?? null;
  const isMade = copy?.state === 'waiting' || copy?.state === 'working';
  if (isMade !== isInProgress) setInProgress(isMade);
  const now = useNow(MINUTE_MS);
  const { send, busy } = useWrite(requestExport);
  const ask = async () => {
    const result = await send({});
    if (result.ok) portal.announce(result.message);
    else portal.toast('error', failureText(result.error, privacyMessages.exportNotAsked));
  };
  return { query, copy, isInProgress: isMade, ...copyState(copy, now), ask, busy };
}

/** Downloads the ZIP with the guard's session. `onGone` runs if the copy no longer exists. */
export function useDownload(onGone: () => void) {
  const portal = usePortal();
  const [busy, setBusy] = useState(false);
  const save = async ({ id, token, askedAt }: ExportState) => {
    setBusy(true);
    try {
      const file = await callFile(downloadExport, { id, token: token ?? '' }, { timeoutMs: DOWNLOAD_MS });
      download(file, 'application/zip', `guard-portal-${askedAt.slice(0, 10)}.zip`);
    } catch (error) {
      const failure = toFailure(error);
      portal.toast('error', failureText(failure, privacyMessages.notDownloaded));
      if (failure.code === 404) onGone();
    } finally {
      setBusy(false);
    }
  };
  return { save, busy };
}

export const useDeletion = () => useQuery(deletionState, {});

export function useRequestDeletion() {
  const portal = usePortal();
  const { send, busy, failure } = useWrite(requestDeletion);
  const ask = async () => {
    const result = await send({});
    if (result.ok) portal.toast('success', result.message);
    return result.ok;
  };
  return { ask, busy, notSent: failure && failureText(failure, privacyMessages.deletionNotSent) };
}

export function useCancelDeletion() {
  const portal = usePortal();
  const { send, busy } = useWrite(cancelDeletion);
  const takeBack = async () => {
    const result = await send({});
    if (result.ok) portal.toast('success', result.message);
    else portal.toast('error', failureText(result.error, privacyMessages.deletionNotSent));
  };
  return { takeBack, busy };
}
