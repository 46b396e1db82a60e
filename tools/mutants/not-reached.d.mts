/** What a mutant is told that came after the end of the time. */
export const NOT_REACHED: string;
