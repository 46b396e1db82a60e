/** The stated texts of the registration review. */
export const reviewCopy = {
  title: 'Registration Review',
  speciality: 'Building Security', // REVIEW-13: the same for each employment entry
  submit: 'Submit', // REVIEW-15
  previous: 'Previous Step', // REVIEW-16
} as const;
