/** Status reason of a mutant outside the sample or after the time limit. */
export const NOT_REACHED: string;
