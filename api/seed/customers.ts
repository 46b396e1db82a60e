import { familyNames, givenNames } from './names';
import { type Random, seedId } from './random';

const first = [
  'Lakeshore',
  'Maple Gate',
  'Northline',
  'Trillium',
  'Harbour',
  'Don Valley',
  'Escarpment',
  'Blue Heron',
  'Red Oak',
  'Granite',
] as const;
const trades = ['Properties', 'Logistics', 'Retail Group', 'Events', 'Developments', 'Medical Centre', 'Hotels', 'Auto'] as const;

/** 24 businesses, 10 corporations, 6 persons. */
export function customers(random: Random) {
  return Array.from({ length: 40 }, (_, index) => {
    const registerAs = index < 24 ? 'Business' : index < 34 ? 'Incorporation' : 'Individual';
    const name = `${first[index % first.length]} ${trades[(index * 3) % trades.length]}`;
    return {
      id: seedId('customer', index),
      register_as: registerAs,
      first_name: random.pick(givenNames),
      last_name: random.pick(familyNames),
      business_name: registerAs === 'Individual' ? null : registerAs === 'Business' ? name : `${name} Inc.`,
    };
  });
}
