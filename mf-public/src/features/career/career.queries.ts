import { openings } from '@portal/contracts/career/career.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

/** The company's own openings, which staff write. A failure is shown in their place. */
export const useOpenings = () => useQuery(openings, {});
