import type { Guard } from '@portal/contracts/_kernel/guard';
import { isEmptyEmployment, personalValues } from '@portal/contracts/guards/guards.registration';

/** A typed row of the identification documents. */
export interface DocumentRow {
  idType: string;
  idNumber: string;
  /** The name of the stored file, or empty. */
  idProof: string;
  /** The file name on the guard's device. */
  fileName: string;
  file: File | null;
}

/** A typed row of the previous employers. */
export interface EmployerRow {
  employerName: string;
  projectName: string;
  from: string;
  to: string;
  speciality: string;
}

/** Fragments of the form's sections, to which the review links. */
export const sections = { person: 'person', licence: 'licence', documents: 'documents', employers: 'employers' } as const;

export const emptyDocument: DocumentRow = { idType: '', idNumber: '', idProof: '', fileName: '', file: null };
export const emptyEmployer: EmployerRow = { employerName: '', projectName: '', from: '', to: '', speciality: '' };

const documentsOf = ({ identityDocuments }: Guard): DocumentRow[] =>
  identityDocuments.length > 0 ? identityDocuments.map((row) => ({ ...row, file: null })) : [emptyDocument];

const employersOf = ({ employmentDetails }: Guard): EmployerRow[] =>
  employmentDetails.length > 0
    ? employmentDetails.map(({ from, to, speciality, ...row }) => ({
        ...row,
        from: from ?? '',
        to: to ?? '',
        speciality: speciality?.id ?? '',
      }))
    : [emptyEmployer];

/** The guard as form values, with at least one document row and one employer row (REG-44, REG-45). */
export const valuesOf = (guard: Guard) => ({
  ...personalValues(guard),
  identityDocuments: documentsOf(guard),
  employmentDetails: employersOf(guard),
});

/** Labels the row of an invalid field in the summary. */
export function rowLabel(field: string): string | undefined {
  const [list, row] = field.split('.');
  if (row === undefined) return undefined;
  return `${list === 'identityDocuments' ? 'Document' : 'Employer'} ${Number(row) + 1}`;
}

const person = ['firstName', 'lastName', 'dob', 'mobileNumber', 'email'];

const isComplete = ({ idType, idNumber, idProof, file }: DocumentRow) => Boolean(idType && idNumber && (file || idProof));

/** The labels of missing entries; empty if the registration is complete. */
export function missingEntries(values: Readonly<Record<string, unknown>>): string[] {
  const documents = values.identityDocuments as DocumentRow[];
  const parts = [
    { what: 'your details', isThere: person.every((name) => values[name]) },
    {
      what: 'your licence',
      isThere: Boolean(values.licenseNumber && values.securityRegistrationDocument && values.securityRegistrationExpiryDate),
    },
    { what: 'a document', isThere: documents.every(isComplete) },
  ];
  return parts.filter(({ isThere }) => !isThere).map(({ what }) => what);
}

export const isFilled = (row: EmployerRow): boolean => !isEmptyEmployment(row);
