import { appealRating, listRatings, ratingDetail } from '@portal/contracts/ratings/ratings.endpoints';
import { ratingMessages } from '@portal/contracts/ratings/ratings.rules';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { type Query, useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect } from 'react';

/** The server's words as a toast, once for each failure; no answer at all is the shell's to tell (RATING-18, RATING-19). */
function useToldFailure<Out>(query: Query<Out>): Query<Out> {
  const portal = usePortal();
  const { code = 0, userMessage = '' } = query.error ?? {};
  useEffect(() => {
    if (code > 0) portal.toast('error', userMessage);
  }, [portal, code, userMessage]);
  return query;
}

/** The guard's ratings, newest first. */
export const useRatings = () => useToldFailure(useQuery(listRatings, {}));

/** One of them; null waits. */
export const useRating = (id: string | null) => useToldFailure(useQuery(ratingDetail, id === null ? null : { id }));

/** Appeals a rating; how it was refused is one line for the form. */
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
