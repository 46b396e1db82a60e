import { appealRating, listRatings, ratingDetail } from '@portal/contracts/ratings/ratings.endpoints';
import { ratingMessages } from '@portal/contracts/ratings/ratings.rules';
import { readEarly } from '@portal/mf-kit/earlyReads';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PressContext } from '@portal/mf-kit/remote';
import { type Query, useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect } from 'react';

/** Shows the server's message as a toast, once for each failure. The shell reports a missing reply (RATING-18, RATING-19). */
function useFailureToast<Out>(query: Query<Out>): Query<Out> {
  const portal = usePortal();
  const { code = 0, userMessage = '' } = query.error ?? {};
  useEffect(() => {
    if (code > 0) portal.toast('error', userMessage);
  }, [portal, code, userMessage]);
  return query;
}

/** The guard's ratings, newest first. */
export const useRatings = () => useFailureToast(useQuery(listRatings, {}));
export const readRatingsEarly = (by: PressContext): void => readEarly(listRatings, {}, by);

/** One rating; null requests nothing. */
export const useRating = (id: string | null) => useFailureToast(useQuery(ratingDetail, id === null ? null : { id }));

/** Appeals a rating. A refusal is one line of the form. */
export function useAppeal() {
  const portal = usePortal();
  const { send, failure } = useWrite(appealRating);
  const appeal = async (id: string, words: string | undefined) => {
    const result = await send({ id, words });
    if (result.ok) portal.toast('success', result.message);
    return result;
  };
  return { appeal, notSent: failure && failureText(failure, ratingMessages.notAppealed) };
}
