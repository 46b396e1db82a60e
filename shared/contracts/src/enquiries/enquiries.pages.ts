/** Apart from the rules, so that a page carries them only once somebody writes. */

/** `sendEnquiry`, by its id. */
export const enquiryId = 'enquiries.send';

/** The page that an enquiry came from, as the stated calls name it. */
export const pageIds = { contact: 'CONTACT US', training: 'TRAINING' } as const;
/** Of a page that its route's `:type` names: in upper case, with dashes as spaces. */
export const pageIdOf = (type: string): string => type.toUpperCase().replaceAll('-', ' ');
