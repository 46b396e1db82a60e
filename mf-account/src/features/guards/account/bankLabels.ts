/** The names of the bank's fields, typed or shown. */
export const bankLabels = {
  accHolderName: 'Account holder name',
  bankTransitNumber: 'Transit number',
  bankInstitution: 'Institution number',
  bankAccountNumber: 'Account number',
  wantTopay: 'Account type (payout option)',
} as const;
