/** Characters typed; how many places are suggested; lookups that a guard may make. */
export const placeLimits = { shortest: 2, longest: 120, suggestions: 8, lookups: { max: 300, perSeconds: 300 } } as const;

export const placeMessages = {
  tooShort: 'Type at least two letters',
} as const;

/** Whose data the list is, with the line that its licence asks for. */
export const placeSource = { text: 'Places by GeoNames, CC BY 4.0', href: 'https://www.geonames.org/' } as const;
