/** Status reason of a mutant outside the sample or after the time limit: neither killed nor survived. */
export const NOT_REACHED = 'not drawn, or not reached before the time was over';
