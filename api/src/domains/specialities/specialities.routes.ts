import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { bind, onlyReads } from '../../platform/http/http-binding';
import * as specialities from './specialities.service';

export const specialitiesRoutes = [onlyReads(bind(listSpecialities, () => specialities.list()))];
