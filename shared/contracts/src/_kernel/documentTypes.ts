/** The document types, spelled as in the specification. The name is also the code. */
export const documentTypes = [
  'Drivers license', // CODE-08
  'Permanent resident card', // CODE-09
  'Canadian passport', // CODE-11
  'Other', // CODE-10
] as const;
export type DocumentType = (typeof documentTypes)[number];
