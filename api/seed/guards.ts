import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import { identityNumbers } from '../src/domains/guards/identity-numbers.columns';
import { cities } from '../src/domains/jobs/cities';
import { encryptNumber } from '../src/platform/identity/encrypted-numbers';
import { demo, demoLicenceDays, stepGuards } from './demo';
import { familyNames, givenNames } from './names';
import { type Random, seedId } from './random';
import { bytea, type Connection, insert } from './rows';
import { specialities } from './specialities';

type Step = (typeof stepGuards)[number]['step'] | 'done';
interface Person {
  id: string;
  email: string;
  step: Step;
  firstName?: string;
  lastName?: string;
}

/** The steps in their order. A guard has the data of every step before their own. */
const order: readonly Step[] = ['licence', 'privacy', 'terms', 'agreement', 'otp', 'registration', 'work-profile', 'approval', 'done'];
const passed = (person: Person, step: Step) => order.indexOf(person.step) > order.indexOf(step);

function people(): Person[] {
  const count = 60 - 1 - stepGuards.length;
  const others = Array.from(
    { length: count },
    (_, index): Person => ({ id: seedId('guard', index), email: `guard${index + 1}@example.com`, step: 'done' }),
  );
  return [{ ...demo, step: 'done', firstName: 'Daniel', lastName: 'Okafor' }, ...stepGuards, ...others];
}

function row(random: Random, person: Person, passwordHash: string, now: Date) {
  const city = person.id === demo.id ? cities[0] : random.pick(cities);
  const isSet = passed(person, 'work-profile');
  return {
    id: person.id,
    email: person.email,
    password_hash: passwordHash,
    first_name: person.firstName ?? random.pick(givenNames),
    last_name: person.lastName ?? random.pick(familyNames),
    mobile_number: `416555${String(random.between(0, 9999)).padStart(4, '0')}`,
    dob: `${random.between(1968, 2002)}-0${random.between(1, 9)}-1${random.between(0, 9)}`,
    is_license: passed(person, 'licence'),
    license_number: passed(person, 'licence') ? String(random.between(1_000_000, 99_999_999)) : null,
    security_registration_number: passed(person, 'registration') ? String(random.between(100_000, 999_999)) : null,
    security_registration_expiry_date:
      person.id === demo.id
        ? addDays(torontoDate(now), demoLicenceDays)
        : passed(person, 'registration')
          ? `${now.getUTCFullYear() + 2}-06-30`
          : null,
    is_privacy_agreement: passed(person, 'privacy'),
    is_terms_of_use: passed(person, 'terms'),
    is_independent_contractor: passed(person, 'agreement'),
    is_verify_otp: passed(person, 'otp'),
    status: person.step === 'done' ? 1 : 0,
    is_go_with: isSet ? random.between(1, 2) : null,
    vest_size: isSet ? random.between(2, 4) : null,
    is_travel_to: isSet ? random.between(1, 15) * 5 : null,
    lat: isSet ? city.lat + random.between(-20, 20) / 1000 : null,
    lng: isSet ? city.long + random.between(-20, 20) / 1000 : null,
    full_address: isSet ? `${random.between(3, 480)} ${random.pick(city.streets)}` : null,
    postal_code: isSet ? 'M5V 2T6' : null,
    country: isSet ? 'Canada' : null,
    city: isSet ? city.name : null,
    state: isSet ? 'Ontario' : null,
  };
}

/** 60 guards: the demo guard, one at each step of the onboarding, and 51 approved ones. Gives the ids of the 51. */
export async function seedGuards(connection: Connection, random: Random, passwordHash: string, now: Date): Promise<string[]> {
  const all = people();
  await insert(
    connection,
    'guards',
    all.map((person) => row(random, person, passwordHash, now)),
  );
  const registered = all.filter((person) => passed(person, 'registration'));
  await insert(
    connection,
    'identity_documents',
    registered.map(({ id }) => {
      const { keyId, sealed } = encryptNumber(identityNumbers, id, `K${random.between(10_000, 99_999)}`);
      return {
        id: seedId('document', id),
        guard_id: id,
        position: 0,
        id_type: 'Drivers license',
        number_key_id: keyId,
        number_sealed: bytea(sealed),
        id_proof: '',
        file_name: '',
      };
    }),
  );
  await insert(
    connection,
    'employment_details',
    registered.map(({ id }) => ({
      id: seedId('employment', id),
      guard_id: id,
      position: 0,
      employer_name: random.pick(['Capital Patrol', 'Northern Shield', 'Queen City Security']),
      project_name: random.pick(['Site supervisor', 'Patrol guard', 'Concierge']),
      from: `${now.getUTCFullYear() - random.between(4, 8)}-03-01`,
      to: `${now.getUTCFullYear() - random.between(1, 3)}-09-30`,
      speciality_id: random.pick(specialities).id,
    })),
  );
  await insert(
    connection,
    'guard_specialities',
    all
      .filter((person) => passed(person, 'work-profile'))
      .flatMap(({ id }) => random.some(specialities, 3).map((speciality) => ({ guard_id: id, speciality_id: speciality.id }))),
  );
  return all.slice(1 + stepGuards.length).map(({ id }) => id);
}
