import type { Guard } from '@portal/contracts/_kernel/guard';
import type { Generated } from 'kysely';

interface GuardsTable {
  id: Generated<string>;
  email: string;
  password_hash: string;
  has_password: Generated<boolean>;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  mobile_number: string;
  dob: string | null;
  profile_image: string | null;
  is_license: Generated<boolean>;
  license_number: string | null;
  security_registration_number: string | null;
  security_registration_document: string | null;
  security_registration_expiry_date: string | null;
  is_privacy_agreement: Generated<boolean>;
  is_terms_of_use: Generated<boolean>;
  is_independent_contractor: Generated<boolean>;
  is_verify_otp: Generated<boolean>;
  is_email_proven: Generated<boolean>;
  is_mobile_proven: Generated<boolean>;
  status: Generated<number>;
  is_go_with: number | null;
  vest_size: number | null;
  is_travel_to: number | null;
  lat: number | null;
  lng: number | null;
  full_address: string | null;
  full_address2: string | null;
  postal_code: string | null;
  country: string | null;
  city: string | null;
  state: string | null;
  land_mark: string | null;
  bank_transit_number: string | null;
  bank_institution: string | null;
  bank_account_number: string | null;
  acc_holder_name: string | null;
  want_topay: number | null;
  paypal_id: string | null;
  social_facebook_id: string | null;
  social_gmail_id: string | null;
  notification_settings: Generated<Guard['notificationSettings']>;
  is_test: Generated<boolean>;
  is_submit_all_document: Generated<boolean>;
  is_individual_document: Generated<boolean>;
  is_promotional: Generated<boolean>;
  registered_at: string | null;
  created_at: string;
}

interface IdentityDocumentsTable {
  id: Generated<string>;
  guard_id: string;
  position: number;
  id_type: string;
  id_number: Generated<string | null>;
  number_key_id: Generated<string | null>;
  number_sealed: Generated<Buffer | null>;
  id_proof: string | null;
  file_name: string | null;
}

interface EmploymentDetailsTable {
  id: Generated<string>;
  guard_id: string;
  position: number;
  employer_name: string;
  project_name: string;
  from: string | null;
  to: string | null;
  speciality_id: string | null;
}

declare module '../../platform/database/db' {
  interface Database {
    guards: GuardsTable;
    guard_specialities: { guard_id: string; speciality_id: string };
    identity_documents: IdentityDocumentsTable;
    employment_details: EmploymentDetailsTable;
  }
}
