/** Codes as the specification numbers them, with verbatim labels. An unlisted code has no label. */
export const commutes: Readonly<Record<number, string>> = {
  1: 'Own vehicle', // CODE-02
  2: 'Public transport', // CODE-01
};
export const vestSizes: Readonly<Record<number, string>> = {
  2: 'Medium', // CODE-03
  3: 'Large', // CODE-04
  4: 'XL', // CODE-05
};
export const payoutOptions: Readonly<Record<number, string>> = {
  1: 'Company', // CODE-06
  2: 'Individual', // CODE-07
};
