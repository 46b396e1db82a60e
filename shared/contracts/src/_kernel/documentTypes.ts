/** The document types, named as the documents name them: a name is its own code. */
export const documentTypes = [
  'Drivers license', // CODE-08
  'Permanent resident card', // CODE-09
  'Canadian passport', // CODE-11
  'Other', // CODE-10
] as const;
export type DocumentType = (typeof documentTypes)[number];
