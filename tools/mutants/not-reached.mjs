/** What a mutant is told that was not drawn, or came after the end of the time: neither killed nor survived. */
export const NOT_REACHED = 'not drawn, or not reached before the time was over';
