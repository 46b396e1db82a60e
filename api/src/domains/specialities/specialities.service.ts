import { allSpecialities } from './specialities.repository';

/** Every speciality by name. */
export const list = allSpecialities;
