import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import type { GuardJoinSql } from '../../platform/identity/sessions';

interface SessionGuardRow {
  id: string;
  is_license: boolean;
  license_number: string | null;
  is_privacy_agreement: boolean;
  is_terms_of_use: boolean;
  is_independent_contractor: boolean;
  is_verify_otp: boolean;
  status: number;
  documents: number;
  specialities: number;
}

const stepOf = (row: SessionGuardRow) =>
  nextStep({
    id: row.id,
    isLicense: row.is_license,
    licenseNumber: row.license_number,
    isPrivacyAgreement: row.is_privacy_agreement,
    isTermsOfUse: row.is_terms_of_use,
    isIndependentContractor: row.is_independent_contractor,
    isVerifyOtp: row.is_verify_otp,
    status: row.status,
    identityDocuments: { length: row.documents },
    workSpecialities: { length: row.specialities },
  });

/** The guard of a session, read in the query of the session because every call needs both. */
export const guardOfSession: GuardJoinSql = {
  columns: `g.id, g.is_license, g.license_number, g.is_privacy_agreement, g.is_terms_of_use, g.is_independent_contractor, g.is_verify_otp, g.status,
    exists (select from identity_documents d where d.guard_id = g.id)::int as documents,
    exists (select from guard_specialities w where w.guard_id = g.id)::int as specialities`,
  join: 'join guards g on g.id = s.guard_id',
  stepOf: (row) => stepOf(row as unknown as SessionGuardRow),
};
