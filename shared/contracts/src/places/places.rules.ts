/** Typed characters, number of suggestions, and lookups per guard. */
export const placeLimits = { shortest: 2, longest: 120, suggestions: 8, lookups: { max: 300, perSeconds: 300 } } as const;

export const placeMessages = {
  tooShort: 'Type at least two letters',
} as const;

/** The source of the list, with the attribution that its licence requires. */
export const placeSource = { text: 'Places by GeoNames, CC BY 4.0', href: 'https://www.geonames.org/' } as const;
