/** What a mutant is told that came after the end of the time: neither killed nor survived. */
export const NOT_REACHED = 'not reached before the time was over';
