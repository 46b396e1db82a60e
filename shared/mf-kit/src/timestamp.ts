/** The text that the portal host signs for a revision. Signer and verifier use this function. */
export const timestampText = (revision: number, at: string): string => `revision ${revision} is current at ${at}`;
