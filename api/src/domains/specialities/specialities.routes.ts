import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { bind } from '../../platform/http-binding';
import { allSpecialities } from './specialities.repository';

export const specialitiesRoutes = [bind(listSpecialities, () => allSpecialities())];
