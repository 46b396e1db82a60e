import type { Speciality } from '@portal/contracts/specialities/specialities.endpoints';
import { db } from '../../platform/database/db';

export const allSpecialities = (): Promise<Speciality[]> =>
  db().selectFrom('specialities').select(['id', 'name']).orderBy('name').execute();
