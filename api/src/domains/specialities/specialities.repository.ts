import type { Speciality } from '@portal/contracts/specialities/specialities.endpoints';
import { db } from '../../platform/db';

declare module '../../platform/db' {
  interface Database {
    specialities: { id: string; name: string };
  }
}

export const allSpecialities = (): Promise<Speciality[]> =>
  db().selectFrom('specialities').select(['id', 'name']).orderBy('name').execute();
