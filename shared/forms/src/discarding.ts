/** What is asked before what was typed is thrown away. */
export const discarding = (what: string, isOut: boolean) => ({
  ...(isOut
    ? {
        title: 'Close while it is being sent?',
        body: `If ${what} cannot be sent, what you entered will be lost.`,
        confirm: 'Close',
        cancel: 'Wait',
      }
    : { title: 'Discard what you entered?', body: `You have not sent ${what} yet.`, confirm: 'Discard', cancel: 'Keep editing' }),
  danger: true as const,
});
