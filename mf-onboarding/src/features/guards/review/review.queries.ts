import { profile } from '@portal/contracts/guards/guards.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

/** The guard from the server. A failure replaces the summary, with Retry. */
export const useRegistered = (id: string) => useQuery(profile, { id });
