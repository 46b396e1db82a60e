import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

export const useSpecialities = () => useQuery(listSpecialities, {});
