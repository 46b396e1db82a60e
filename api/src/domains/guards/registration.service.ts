import { torontoDate } from '@portal/contracts/_kernel/clock';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { isOfAge, middleNameOf, personMessages } from '@portal/contracts/_kernel/person';
import { mobileChanged } from '@portal/contracts/guards/guards.contacts';
import { editProfileMessages } from '@portal/contracts/guards/guards.edit-profile';
import {
  type ContactField,
  emailByCode,
  emailChanged,
  isEmptyEmployment,
  registrationMessages,
  validateContact,
} from '@portal/contracts/guards/guards.registration';
import type { updateGuard, updateProfile } from '@portal/contracts/guards/guards.registration.endpoints';
import { agreementMessages } from '@portal/contracts/onboarding/onboarding.agreements';
import { nextStep, type OnboardingStep } from '@portal/contracts/onboarding/onboarding.rules';
import { now } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { limitAttempts } from '../../platform/http/rate-limit';
import { requireConfirmation } from '../../platform/identity/confirmation';
import { hasFactor, type SignedIn } from '../../platform/identity/sessions';
import { notifyChanged } from '../../platform/live/realtime';
import { queueMessage } from '../../platform/messages/message-queue';
import * as media from '../media/media.service';
import { guard } from './guards.service';
import * as rows from './registration.repository';

type Given = Input<typeof updateGuard>;
type Problems = Record<string, string>;

/** The steps in which a registration may be saved: the step itself, a later one that links back to it, and a guard without a step. */
const open: readonly OnboardingStep[] = ['registration', 'work-profile', 'done'];

/** A guard who tries one contact after another would learn which are registered. */
export const contactChanges = { bucket: 'contacts.account', max: 20, perSeconds: 3600 };

export const refuseTakenContact = (field: 'email' | 'mobileNumber'): never => {
  const message = field === 'email' ? registrationMessages.emailTaken : registrationMessages.mobileTaken;
  return fail(409, message, { fields: { [field]: message } });
};

/**
 * Saves a registration or an edited profile as a whole: a failure stores neither rows nor files. Files that no row names any more are deleted.
 * 403 with the next step before the registration, or without a required confirmation, 400 a file that is not the guard's, 409 a contact of another guard.
 */
export async function save(me: SignedIn, given: Given): Promise<{ id: string }> {
  const { id } = given;
  if (!isOfAge(given.dob, torontoDate(now()))) failValidation({ dob: registrationMessages.dobInvalid });
  await transaction(async () => {
    await lock({ guard: id });
    const stored = await guard(id);
    const { step, to } = nextStep(stored);
    if (!open.includes(step)) fail(403, agreementMessages.earlierFirst, { data: { nextStep: to, step } });
    await judge(given, stored);
    await judgeContacts(me, given, stored, step);
    await store(given, stored);
  }).catch(refuseTaken);
  notifyChanged(id, 'guards');
  return { id };
}

/** Two guards take the same contact at the same moment: the database decides. */
export function refuseTaken(error: unknown): never {
  const { constraint } = (error ?? {}) as { constraint?: string };
  if (sqlState(error) === '23505' && constraint === 'guards_email') refuseTakenContact('email');
  if (sqlState(error) === '23505' && constraint === 'guards_registered_mobile') refuseTakenContact('mobileNumber');
  throw error;
}

/** Edit Profile sends no lists. It has a stricter rule for the middle name than the registration. */
const isEditProfile = ({ profileUpdate, identityDocuments, employmentDetails }: Given): boolean =>
  profileUpdate === 'second' && !identityDocuments && !employmentDetails;

/** Checks that need the stored guard: the owner of the named files, the existing specialities, and whether an expired licence is new. */
async function judge(given: Given, stored: Guard): Promise<void> {
  const problems: Problems = {};
  const { profileImage, securityRegistrationDocument: licence } = given;
  if (typeof profileImage === 'string' && profileImage !== stored.profileImage) problems.profileImage = registrationMessages.photoInvalid;
  if (typeof licence === 'string' && licence !== stored.securityRegistrationDocument)
    problems.securityRegistrationDocument = registrationMessages.licenceImage;
  if (isEditProfile(given) && given.middleName && given.middleName !== stored.middleName && !middleNameOf(2).isValidSync(given.middleName))
    problems.middleName = personMessages.middleNameInvalid;
  // An unchanged licence that has expired does not block other changes.
  const { profileUpdate, securityRegistrationExpiryDate: expiry } = given;
  if (profileUpdate === 'second' && expiry !== stored.securityRegistrationExpiryDate && expiry < torontoDate(now()))
    problems.securityRegistrationExpiryDate = editProfileMessages.expiryPassed;
  const own = new Set(stored.identityDocuments.map(({ idProof }) => idProof));
  for (const [index, { file, idProof }] of (given.identityDocuments ?? []).entries())
    if (!file && !own.has(idProof ?? '')) problems[`identityDocuments[${index}].file`] = registrationMessages.fileRequired;
  const employers = given.employmentDetails ?? [];
  const known = await rows.existingSpecialities(employers.flatMap(({ speciality }) => speciality ?? []));
  for (const [index, { speciality }] of employers.entries())
    if (speciality && !known.has(speciality)) problems[`employmentDetails[${index}].speciality`] = registrationMessages.specialityUnknown;
  if (Object.keys(problems).length > 0) failValidation(problems);
}

/** Until the end of the onboarding a contact is corrected here. Afterwards the session must be confirmed, because a contact opens the account. */
async function judgeContacts(me: SignedIn, given: Given, stored: Guard, step: OnboardingStep): Promise<void> {
  const { email, mobileNumber } = contactsOf(given, stored);
  const changes = changesOf(given, stored);
  if (!changes.email && !changes.mobileNumber) return;
  if (step === 'done') await requireConfirmation(me, {});
  if (changes.email && step === 'done' && (await hasFactor(stored.id))) failValidation({ email: emailByCode });
  const others = await rows.contactsOfOthers(stored.id, email, mobileNumber);
  if (others.email) refuseTakenContact('email');
  if (others.mobileNumber && mobileNumber !== stored.mobileNumber) refuseTakenContact('mobileNumber');
}

/** A contact in its stored form; 400 at its field. */
function contactOf(field: ContactField, given: string | undefined, stored: string): string {
  const { value, problem } = validateContact(field, given, stored);
  return problem === undefined ? value : failValidation({ [field]: problem });
}

const contactsOf = (given: Given, stored: Guard) => ({
  email: contactOf('email', given.email, stored.email),
  mobileNumber: contactOf('mobileNumber', given.mobileNumber, stored.mobileNumber),
});

function changesOf(given: Given, stored: Guard) {
  const { email, mobileNumber } = contactsOf(given, stored);
  return { email: email !== stored.email, mobileNumber: mobileNumber !== stored.mobileNumber };
}

/** Checks before a registration is saved: 403 when a finished guard changes a contact unconfirmed, 429 when contacts were changed too often. */
export async function prepareContacts(me: SignedIn, given: Given): Promise<void> {
  const stored = await guard(given.id);
  const { email, mobileNumber } = changesOf(given, stored);
  if (!email && !mobileNumber) return;
  if (nextStep(stored).step === 'done') await requireConfirmation(me, {});
  await limitAttempts(contactChanges, given.id);
}

async function store(given: Given, stored: Guard): Promise<void> {
  const { id } = stored;
  const nameOf = async (image: Blob | string | null | undefined, before: string | null) =>
    image instanceof Blob ? media.recordUpload(image, id) : image === undefined ? before : image;
  const profileImage = await nameOf(given.profileImage, stored.profileImage);
  const licence = await nameOf(given.securityRegistrationDocument, stored.securityRegistrationDocument);
  const documents = given.identityDocuments && (await documentsOf(given.identityDocuments, stored));

  const { email, mobileNumber } = contactsOf(given, stored);
  await rows.updateRegistered(id, { ...given, email, mobileNumber, profileImage, securityRegistrationDocument: licence });
  if (email !== stored.email)
    await queueMessage({ channel: 'mail', to: stored.email, guardId: id, subject: emailChanged.subject, body: emailChanged.body(email) });
  if (mobileNumber !== stored.mobileNumber) await queueMessage({ channel: 'sms', to: stored.mobileNumber, guardId: id, ...mobileChanged });
  if (documents) await rows.replaceDocuments(id, documents);
  if (given.employmentDetails) await rows.replaceEmployments(id, employmentsOf(given.employmentDetails));

  const named = new Set([profileImage, licence, ...(documents ?? stored.identityDocuments).map(({ idProof }) => idProof)]);
  const before = [stored.profileImage, stored.securityRegistrationDocument, ...stored.identityDocuments.map(({ idProof }) => idProof)];
  await media.deleteOwnFiles(
    id,
    before.filter((name): name is string => Boolean(name) && !named.has(name)),
  );
}

/** Stores new files; an unchanged one keeps its original name. */
async function documentsOf(given: NonNullable<Given['identityDocuments']>, stored: Guard): Promise<rows.IdentityRow[]> {
  const made: rows.IdentityRow[] = [];
  for (const { idType, idNumber, idProof = '', fileName, file } of given) {
    const kept = stored.identityDocuments.find((one) => one.idProof === idProof);
    const name = fileName ?? (file instanceof File ? file.name : kept?.fileName) ?? '';
    made.push({ idType, idNumber, idProof: file ? await media.recordUpload(file, stored.id) : idProof, fileName: name });
  }
  return made;
}

const employmentsOf = (given: NonNullable<Given['employmentDetails']>): rows.EmploymentRow[] =>
  given
    .filter((row) => !isEmptyEmployment(row))
    .map(({ employerName = '', projectName = '', from, to, speciality }) => ({
      employerName,
      projectName,
      from: from ?? null,
      to: to ?? null,
      speciality: speciality ?? null,
    }));

/** Updates position and notification settings, without the other fields (API-GUARD-06). */
export const updatePartly = ({ id, lat, lng, notificationSettings }: Input<typeof updateProfile>): Promise<null> =>
  transaction(async () => {
    await lock({ guard: id });
    await rows.updatePositionAndSettings(id, lat !== undefined && lng !== undefined ? { lat, lng } : null, notificationSettings);
    notifyChanged(id, 'guards');
    return null;
  });
