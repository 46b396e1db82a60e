import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { bind, readOnly } from '../../platform/http/routes';
import * as specialities from './specialities.service';

export const specialitiesRoutes = [readOnly(bind(listSpecialities, () => specialities.list()))];
