import { seedId } from './random';

const names = [
  'Access Control',
  'Bank',
  'Car Lot',
  'Concierge',
  'Construction',
  'Events',
  'Loss Prevention',
  'Protests',
  'Residential',
  'VIP',
] as const;
export type SpecialityName = (typeof names)[number];

/** As the baseline migration stores them. */
export const specialities = names.map((name) => ({ id: seedId('speciality', name), name }));
export const specialityId = (name: SpecialityName): string => seedId('speciality', name);
