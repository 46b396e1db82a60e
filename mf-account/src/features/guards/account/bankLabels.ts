/** Field names of the form and of the stored details. */
export const bankLabels = {
  accHolderName: 'Account holder name',
  bankTransitNumber: 'Transit number',
  bankInstitution: 'Institution number',
  bankAccountNumber: 'Account number',
  wantTopay: 'Account type (payout option)',
} as const;
