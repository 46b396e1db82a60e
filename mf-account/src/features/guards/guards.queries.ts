import { profile, profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

export const useProfile = (id: string) => useQuery(profile, { id });
export const useProfileSummary = (id: string) => useQuery(profileSummary, { id });
