/** Texts that several domains use. Verbatim from the documents where they state one. */
export const copy = {
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter valid email',
  passwordRequired: 'Password is required',
  passwordWrong: 'This is not your password. Nothing was changed.',
  passwordUnknown:
    'This is not your password. If you have only logged in with Google or Facebook so far, choose one first: log out, then “Forgot password?”.',
  pleaseWait: 'Please Wait...',
  noDataFound: 'No Data Found', // SHARED-31: documents, all jobs, history, notifications
  noDataFoundElsewhere: 'No data found', // SHARED-32
  imageTooLarge: 'Size is more than 2 MB',
  fileType: 'File type is not allowed', // DOCS-25, EDITPROFILE-25
  documentNumberInvalid: 'Please enter valid Document Number', // DOCS-21, DOCEDIT-08, ADDDOCS-07, EDITPROFILE-21
  sessionMissing: 'your session has been expired ...kindly login again.',
  sessionExpired: 'Your session has expired. Please log in again.',
  any: 'Any',
  registerAsProfessional: 'Register as a Professional', // SIGNUP-01, PUBLIC-HOME-08
  agreeAndContinue: 'Agree & Continue', // AGREE-02, PUBLIC-CONTRACT-02
  viewMore: 'View More',
  applyNow: 'Apply Now', // JOBPAGE-18, PUBLIC-CAREER-03
  somethingWrong: 'Something went wrong on our side. Nothing was changed; please try again.',
  offline: 'We cannot reach the portal right now. What you entered is safe; we will try again.',
  notSent: 'This could not be sent just now. What you entered is still here; please try again.',
  offlineReading: 'We cannot reach the portal right now. Please try again.', // nothing was entered
  cancelled: 'Cancelled. What you entered is still here.',
  notYourJob: 'This job is not one of yours.',
  controlCharacters: 'Please remove control characters',
  checkFields: 'Please check the marked fields.',
  noSuchAddress: 'There is nothing at this address. The link may be cut short or mistyped.',
  codeSpent: 'This code can be used no more. Please ask for a new one.',
  codeSubject: 'Your code for the Guard Portal',
  codeGoodFor: (minutes: number) => `It is good for ${minutes} minutes. Never tell it to anybody.`,
  tooMany: (seconds: number) =>
    `Too many tries. Please wait ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`} and try again.`,
  notAvailable: 'This page is not available yet.',
} as const;
