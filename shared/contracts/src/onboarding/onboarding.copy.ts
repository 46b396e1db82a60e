/** The stated texts of the waiting page. */
export const thankYouCopy = {
  title: 'Thank you for registering', // THANKYOU-03
  verification: 'Your profile is under verification.', // THANKYOU-04
  steps: {
    profileApproval: 'Profile Approval', // THANKYOU-05
    addDocuments: 'Add Documents', // THANKYOU-06
    getApproved: 'Get Approved', // THANKYOU-07
    applyJobs: 'Apply Jobs', // THANKYOU-08
  },
  before: "You will be approved before Autumn'22.", // THANKYOU-09
  wait: 'Please wait for approval.', // THANKYOU-10
  approved: 'You are approved. Welcome! You can look for jobs now.',
  licenceRecorded: 'Your licence number is recorded. Continue your registration here.',
  backToHome: 'Back To Home', // THANKYOU-12
} as const;
