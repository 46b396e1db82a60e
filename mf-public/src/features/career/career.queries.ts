import { openings } from '@portal/contracts/career/career.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

/** The company's own openings, as staff write them. A failure stands in their place. */
export const useOpenings = () => useQuery(openings, {});
