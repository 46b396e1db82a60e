import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { bind } from '../../platform/http/http-binding';
import * as specialities from './specialities.service';

export const specialitiesRoutes = [bind(listSpecialities, () => specialities.list())];
