/** Separate from the rules, so that a page loads the rules only when a visitor writes. */

/** The id of `sendEnquiry`. */
export const enquiryId = 'enquiries.send';

export const pageIds = { contact: 'CONTACT US', training: 'TRAINING' } as const;
/** The page id of a route with `:type`: in upper case, with dashes as spaces. */
export const pageIdOf = (type: string): string => type.toUpperCase().replaceAll('-', ' ');
