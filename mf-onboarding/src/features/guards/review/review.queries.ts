import { profile } from '@portal/contracts/guards/guards.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

/** The guard as the server has it. A failure stands in the summary's place, with Retry. */
export const useRegistered = (id: string) => useQuery(profile, { id });
