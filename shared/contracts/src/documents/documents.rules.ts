import { type InferType, object } from 'yup';
import { copy } from '../_kernel/copy';
import { type DocumentType, documentTypes } from '../_kernel/documentTypes';
import { plainText } from '../_kernel/normalise';
import { existingDay } from '../_kernel/shapes';
import { plainString, string } from '../_kernel/text';
import { newOrStored, upload } from '../_kernel/upload';

export const MOST_DOCUMENTS = 4; // DOCS-16
/** The latest expiry date of a document (DOCS-23). */
export const LAST_EXPIRY = '2099-12-12';
/** The number of digits of a document number by form (SHARED-13, DOCS-38). */
export const numberDigits = { add: { min: 2, max: 15 }, update: 15, addDocs: 5 } as const;

export const documentMessages = {
  tooMany: 'Max 4 documents allowed', // DOCS-15
  sameType: 'Same type of identification proof is already saved', // DOCS-17, DOCEDIT-03
  sameNumber: 'Same document no is already saved', // DOCS-18, DOCEDIT-04
  typeMissing: 'Please Select Document Type', // DOCS-19, DOCEDIT-06
  numberMissing: 'Document no is required', // DOCS-20, DOCEDIT-07
  numberInvalid: copy.documentNumberInvalid, // DOCS-21, DOCEDIT-08, ADDDOCS-07
  expiryMissing: 'Please select expiry date', // DOCS-22, DOCEDIT-09
  expiryTooLate: 'The expiry date cannot be after 12/12/2099',
  fileMissing: 'Please select file', // DOCS-24, DOCEDIT-11, ADDDOCS-10
  fileType: copy.fileType, // DOCS-25
  updateFileType: 'Please select valid image file', // DOCEDIT-10
  fileTooLarge: copy.imageTooLarge, // DOCS-26, DOCEDIT-12
  addTypeMissing: 'Please select document type', // ADDDOCS-06
  licenceInvalid: 'Please enter valid License Number', // ADDDOCS-08
  expiryInvalid: 'Please enter valid Expiry Date', // ADDDOCS-09
  unknown: 'There is no such document.',
  added: 'Your document is saved.',
  updated: 'Your document is updated.',
  deleted: 'The document is deleted.',
  severalDeleted: 'The documents are deleted.',
  notSaved: 'Your document was not saved. What you entered is still here; please try again.',
  notDeleted: 'The document was not deleted. Please try again.',
} as const;
const messages = documentMessages;

export const updateFileTypes = ['jpeg', 'png', 'jpg', 'webp'] as const;

/** `12-34 56` as `123456`, because guards paste such texts into a field of digits (DOCS-39). */
export const plainDigits = (typed: string): string => plainText(typed).replace(/[\s-]/g, '');

const digits = (invalid: string) =>
  plainString()
    .typeError(invalid)
    .transform((value: unknown) => (typeof value === 'string' ? plainDigits(value) : value));
const digitsPattern = (min: number, max: number) => new RegExp(`^\\d{${min},${max}}$`);

const documentType = (missing: string) =>
  string<DocumentType>()
    .typeError(missing)
    .transform((value: unknown) => (value === '' ? undefined : value))
    .oneOf([...documentTypes], missing)
    .required(missing);
/** 2 to 15 digits: on My Documents, and in the API for every form (DOCS-38). */
const documentNumber = () =>
  digits(messages.numberInvalid)
    .required(messages.numberMissing)
    .matches(digitsPattern(numberDigits.add.min, numberDigits.add.max), { message: messages.numberInvalid, excludeEmptyString: true });
/** An existing day up to 2099-12-12; the date pickers offer more years (DOCS-40). */
const expiryDay = (invalid: string, tooLate: string) =>
  string()
    .typeError(invalid)
    .trim()
    .test('day', invalid, (value) => !value || existingDay(value))
    .test('latest', tooLate, (value) => !value || !existingDay(value) || value <= LAST_EXPIRY);
const expiryDate = () => expiryDay(messages.expiryMissing, messages.expiryTooLate).required(messages.expiryMissing);

export const documentRules = object({
  documentType: documentType(messages.typeMissing),
  documentNumber: documentNumber(),
  expiryDate: expiryDate(),
  file: upload().required(messages.fileMissing),
});
export type NewDocument = InferType<typeof documentRules>;

/**
 * The form for updating a document. The number may stay unchanged; a changed one needs exactly 15 digits (DOCS-38).
 * @param stored the stored number.
 */
export const updateRules = (stored: string) =>
  object({
    documentType: documentType(messages.typeMissing),
    documentNumber: digits(messages.numberInvalid)
      .required(messages.numberMissing)
      .test(
        'digits',
        messages.numberInvalid,
        (value) => !value || value === stored || digitsPattern(numberDigits.update, numberDigits.update).test(value),
      ),
    expiryDate: expiryDate(),
    file: newOrStored(messages.updateFileType).required(messages.fileMissing),
  });

const licenceNumber = () =>
  digits(messages.licenceInvalid).matches(digitsPattern(numberDigits.addDocs, numberDigits.addDocs), {
    message: messages.licenceInvalid,
    excludeEmptyString: true,
  });

export const addDocsRules = object({
  documentType: documentType(messages.addTypeMissing),
  documentNumber: digits(messages.numberInvalid)
    .required(messages.numberInvalid)
    .matches(digitsPattern(numberDigits.addDocs, numberDigits.addDocs), messages.numberInvalid),
  licenseNumber: licenceNumber().required(messages.licenceInvalid), // ADDDOCS-11
  expiryDate: expiryDay(messages.expiryInvalid, messages.expiryInvalid).required(messages.expiryInvalid),
  file: upload().required(messages.fileMissing),
});

/** The input of the API for a new document from both forms, so the licence number may be missing (ADDDOCS-12). */
export const addInput = documentRules.shape({
  licenseNumber: licenceNumber().transform((value: unknown) => (value === '' ? undefined : value)),
});
/** The API's input for an update. A missing expiry date stays unchanged (DOCEDIT-15), as does a file given by its stored name. */
export const updateInput = object({
  documentType: documentType(messages.typeMissing),
  documentNumber: documentNumber(),
  expiryDate: expiryDay(messages.expiryMissing, messages.expiryTooLate).transform((value: unknown) => (value === '' ? undefined : value)),
  file: newOrStored(messages.updateFileType).required(messages.fileMissing),
});
