import { array, number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { limits } from '../_kernel/limits';
import { civilDate, guardName, id } from '../_kernel/shapes';
import { plainString, string } from '../_kernel/text';
import { bankShape, rotationShape } from './guards.bank';

/** The complete bank details of a guard, for staff who pay. 404: there are none. */
export const readBank = endpoint({
  id: 'guards.read-bank',
  method: 'GET',
  path: '/guards/bank-details',
  auth: 'staff',
  roles: ['finance'],
  command: { name: 'show-bank', arguments: ['guard'], summary: 'shows the bank details of a guard' },
  input: object({ guard: guardName() }),
  output: bankShape,
});

/** Re-encrypts bank details with the first key of PORTAL_SECRET_KEYS, one batch per call. No row is re-encrypted twice. */
export const rotateKeys = endpoint({
  id: 'guards.rotate-keys',
  method: 'POST',
  path: '/guards/rotate-keys',
  auth: 'staff',
  roles: ['ops'],
  command: {
    name: 'rotate-keys',
    summary:
      'encrypts bank details and document numbers under the first key of PORTAL_SECRET_KEYS, in batches; unopened lists the guards who must enter their data again',
    nextBatch: (data) => (rotationShape.isValidSync(data) && data.after ? { after: data.after } : null),
  },
  input: object({ after: id().optional() }),
  output: rotationShape,
});

export const staffGuardShape = object({
  id: string().required(),
  email: string().required(),
  status: number().required(),
  nextStep: string().required(),
});

const byGuard = () => object({ guard: guardName() });
const staffGuardEndpoint = (act: string, summary: string) =>
  endpoint({
    id: `guards.${act}`,
    method: 'POST',
    path: `/guards/${act}`,
    auth: 'staff',
    roles: ['support', 'ops'],
    command: { name: `${act}-guard`, arguments: ['guard'], summary },
    input: byGuard(),
    output: staffGuardShape,
  });

export const approveGuard = staffGuardEndpoint('approve', 'lets a guard browse and apply');
export const suspendGuard = staffGuardEndpoint('suspend', 'ends the approval of a guard');
export const setLicence = endpoint({
  id: 'guards.set-licence',
  method: 'POST',
  path: '/guards/set-licence',
  auth: 'staff',
  roles: ['support'],
  command: { name: 'set-licence', arguments: ['guard', 'licenseNumber'], summary: "records a guard's licence" },
  input: byGuard().shape({
    licenseNumber: plainString()
      .required()
      .matches(new RegExp(`^\\d{${limits.licenceDigits.min},${limits.licenceDigits.max}}$`), 'A licence number has 6 to 10 digits'),
  }),
  output: staffGuardShape,
});

/** Creates a test guard, complete and approved unless `step` names the onboarding step where they stop. */
export const makeGuard = endpoint({
  id: 'guards.make',
  method: 'POST',
  path: '/guards/make',
  auth: 'staff',
  roles: 'rehearsal',
  command: { name: 'make-guard', arguments: ['email'], summary: 'makes a guard for a test' },
  input: object({
    email: plainString().email(),
    password: string(),
    firstName: string(),
    lastName: string(),
    step: string().oneOf(['licence', 'privacy', 'terms', 'agreement', 'otp', 'registration', 'work-profile', 'approval', 'done']),
    /** The credit in the wallet, in dollars. */
    inHand: string().matches(/^\d{1,6}(\.\d{1,2})?$/, 'Not an amount'),
    /** The last day of the licence; without it the profile does not say. */
    licenceUntil: civilDate(),
  }),
  output: object({
    id: string().required(),
    email: string().required(),
    password: string().required(),
    status: number().required(),
    nextStep: string().required(),
  }),
});

/** Removes a guard that `makeGuard` created, with all their data. Refuses any other guard. */
export const removeGuard = endpoint({
  id: 'guards.remove',
  method: 'POST',
  path: '/guards/remove',
  auth: 'staff',
  roles: 'rehearsal',
  command: { name: 'remove-guard', arguments: ['guard'], summary: 'removes a guard that a test made' },
  input: byGuard(),
  output: object({ removed: array(string().required()).required() }),
});
