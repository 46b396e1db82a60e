/** What the host signs of a revision: the same words where they are written and where they are read. */
export const timestampText = (revision: number, at: string): string => `revision ${revision} is current at ${at}`;
