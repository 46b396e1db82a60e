import type { Guard } from '@portal/contracts/_kernel/guard';
import type { sections } from '../registration/registrationValues';

interface Missing {
  what: string;
  section: keyof typeof sections;
}

/** The required details that the registration lacks, each with its section of the form. */
export function missingOf(guard: Guard): Missing[] {
  const { dob, licenseNumber, securityRegistrationDocument, securityRegistrationExpiryDate, identityDocuments } = guard;
  const parts: (Missing & { isThere: boolean })[] = [
    { what: 'your date of birth', section: 'person', isThere: Boolean(dob) },
    { what: 'your licence number', section: 'licence', isThere: Boolean(licenseNumber) },
    { what: 'a picture of your licence', section: 'licence', isThere: Boolean(securityRegistrationDocument) },
    { what: 'the expiry date of your licence', section: 'licence', isThere: Boolean(securityRegistrationExpiryDate) },
    { what: 'an identification document', section: 'documents', isThere: identityDocuments.length > 0 },
    { what: 'a picture of each document', section: 'documents', isThere: identityDocuments.every(({ idProof }) => idProof) },
  ];
  return parts.filter(({ isThere }) => !isThere);
}
