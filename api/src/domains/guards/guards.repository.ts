import type { Guard } from '@portal/contracts/_kernel/guard';
import type { SocialProvider } from '@portal/contracts/auth/auth.rules';
import { maskBankNumbers } from '@portal/contracts/guards/guards.bank';
import { sql } from 'kysely';
import { nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import type { VerifiedAccess } from '../../platform/identity/recheck-access';
import { guardColumns } from './guard-columns';
import { type ReadNumber, readNumber } from './identity-numbers.service';

type ReadDocuments = (Omit<Guard['identityDocuments'][number], 'idNumber'> & { idNumber: ReadNumber })[];
const documents = sql<ReadDocuments>`(select coalesce(json_agg(json_build_object('idType', d.id_type,
  'idNumber', json_build_object('keyId', d.number_key_id, 'sealed', encode(d.number_sealed, 'hex')),
  'idProof', coalesce(d.id_proof, ''), 'fileName', coalesce(d.file_name, '')) order by d.position), '[]') from identity_documents d where d.guard_id = guards.id)`;

const specialities = sql<
  Guard['workSpecialities']
>`(select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
  from guard_specialities w join specialities s on s.id = w.speciality_id where w.guard_id = guards.id)`;

const employments = sql<
  Guard['employmentDetails']
>`(select coalesce(json_agg(json_build_object('employerName', e.employer_name, 'projectName', e.project_name,
  'from', e."from", 'to', e."to", 'speciality', case when s.id is null then null else json_build_object('id', s.id, 'name', s.name) end) order by e.position), '[]')
  from employment_details e left join specialities s on s.id = e.speciality_id where e.guard_id = guards.id)`;

const guards = () =>
  db()
    .selectFrom('guards')
    .select(guardColumns)
    .select([documents.as('identityDocuments'), specialities.as('workSpecialities'), employments.as('employmentDetails')]);

/** Bank numbers may be in plain text until the next start encrypts them; this file returns them masked. */
const shown = (guard: (Omit<Guard, 'identityDocuments'> & { identityDocuments: ReadDocuments }) | undefined): Guard | undefined =>
  guard && {
    ...maskBankNumbers(guard),
    identityDocuments: guard.identityDocuments.map((row) => ({ ...row, idNumber: readNumber(guard.id, row.idNumber) })),
  };

export const guardById = async (id: string): Promise<Guard | undefined> => shown(await guards().where('id', '=', id).executeTakeFirst());

export const guardByEmail = async (email: string): Promise<Guard | undefined> =>
  shown(await guards().where('email', '=', email.toLowerCase()).executeTakeFirst());

const contactColumns = [
  'first_name as firstName',
  'last_name as lastName',
  'email',
  'mobile_number as mobileNumber',
  'notification_settings as notificationSettings',
] as const;
export type Contacts = Pick<Guard, 'firstName' | 'lastName' | 'email' | 'mobileNumber' | 'notificationSettings'>;

export const contactsById = (id: string): Promise<Contacts | undefined> =>
  db().selectFrom('guards').select(contactColumns).where('id', '=', id).executeTakeFirst();

const socialColumn = { facebook: 'social_facebook_id', google: 'social_gmail_id' } as const;

export const idOfIdentity = (provider: SocialProvider, subject: string): Promise<{ id: string } | undefined> =>
  db().selectFrom('guards').select('id').where(socialColumn[provider], '=', subject).executeTakeFirst();

/** @returns undefined when the guard already has an identity of this provider. An identity of another guard fails with SQL state 23505. */
export const setIdentity = (
  { guardId }: VerifiedAccess,
  provider: SocialProvider,
  subject: string,
): Promise<{ id: string; is_verify_otp: boolean } | undefined> => {
  const column = socialColumn[provider];
  return db()
    .updateTable('guards')
    .set({ [column]: subject })
    .where('id', '=', guardId)
    .where(column, 'is', null)
    .returning(['id', 'is_verify_otp'])
    .executeTakeFirst();
};

/** Removes an identity from a locked guard; `only`: the guard has no password and no other identity, `none`: there was none. */
export async function clearIdentity(id: string, provider: SocialProvider): Promise<'cleared' | 'only' | 'none'> {
  const [column, other] =
    provider === 'google' ? (['social_gmail_id', 'social_facebook_id'] as const) : (['social_facebook_id', 'social_gmail_id'] as const);
  const one = await db().selectFrom('guards').select([column, other, 'has_password']).where('id', '=', id).executeTakeFirst();
  if (!one?.[column]) return 'none';
  if (!one.has_password && !one[other]) return 'only';
  await db()
    .updateTable('guards')
    .set({ [column]: null })
    .where('id', '=', id)
    .execute();
  return 'cleared';
}

export async function markEmailProven(id: string): Promise<void> {
  await db().updateTable('guards').set({ is_email_proven: true }).where('id', '=', id).execute();
}

export async function setStatus(id: string, status: 0 | 1): Promise<void> {
  await db().updateTable('guards').set({ status }).where('id', '=', id).execute();
}

export async function setLicence(id: string, licenseNumber: string): Promise<void> {
  await db().updateTable('guards').set({ is_license: true, license_number: licenseNumber }).where('id', '=', id).execute();
}

export interface RegisteringGuard {
  email: string;
  passwordHash: string;
  firstName: string;
  middleName?: string | undefined;
  lastName: string;
  mobileNumber: string;
  dob: string;
  isLicense: boolean;
  licenseNumber?: string | undefined;
}

export async function knownContacts(
  email: string,
  mobileNumber: string,
  except: string | null,
): Promise<{ hasEmail: boolean; hasMobile: boolean }> {
  const { rows } = await sql<{ hasEmail: boolean; hasMobile: boolean }>`select
    exists (select from guards where email = ${email.toLowerCase()} and id is distinct from ${except}::uuid) as "hasEmail",
    exists (select from guards where mobile_number = ${mobileNumber} and not is_test and id is distinct from ${except}::uuid) as "hasMobile"`.execute(
    db(),
  );
  return rows[0] ?? { hasEmail: false, hasMobile: false };
}

/** RFC 2606 reserves .test for tests: no real mailbox, so a guard with such an address may be removed. */
const isReservedForTests = (email: string) => email.toLowerCase().endsWith('.test');

/** @returns the new guard's id, or null when e-mail or mobile number are taken. */
export async function insertRegistered(guard: RegisteringGuard): Promise<string | null> {
  const made = await db()
    .insertInto('guards')
    .values({
      email: guard.email.toLowerCase(),
      password_hash: guard.passwordHash,
      first_name: guard.firstName,
      middle_name: guard.middleName ?? null,
      last_name: guard.lastName,
      mobile_number: guard.mobileNumber,
      dob: guard.dob,
      is_license: guard.isLicense,
      license_number: guard.licenseNumber ?? null,
      is_test: isReservedForTests(guard.email),
      is_email_proven: false,
      registered_at: nowText(),
      created_at: nowText(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

const flagColumns = {
  isPrivacyAgreement: 'is_privacy_agreement',
  isTermsOfUse: 'is_terms_of_use',
  isIndependentContractor: 'is_independent_contractor',
} as const;

export async function markAgreed(id: string, flag: keyof typeof flagColumns): Promise<void> {
  await db()
    .updateTable('guards')
    .set({ [flagColumns[flag]]: true })
    .where('id', '=', id)
    .execute();
}

export async function markVerified(
  id: string,
  boxes: { isSubmitAllDocument: boolean; isIndividualDocument: boolean; isPromotional: boolean },
  proof: { email: boolean; mobile: boolean },
): Promise<void> {
  await db()
    .updateTable('guards')
    .set({
      is_verify_otp: true,
      is_email_proven: sql<boolean>`is_email_proven or ${proof.email}`,
      is_mobile_proven: sql<boolean>`is_mobile_proven or ${proof.mobile}`,
      is_submit_all_document: boxes.isSubmitAllDocument,
      is_individual_document: boxes.isIndividualDocument,
      is_promotional: boxes.isPromotional,
    })
    .where('id', '=', id)
    .execute();
}
