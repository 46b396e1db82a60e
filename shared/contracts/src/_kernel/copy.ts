/** Texts that several domains use, verbatim where the specification states them. */
export const copy = {
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter valid email',
  passwordRequired: 'Password is required',
  passwordWrong: 'That password is not correct. Nothing was changed.',
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
  somethingWrongReading: 'Something went wrong on our side. Please try again.', // for a read, which changes nothing
  offline: 'We cannot reach the portal right now. Please try again. What you entered is still here.',
  unreachable: 'We cannot reach the portal right now. We keep trying.',
  notSent: 'This could not be sent just now. What you entered is still here; please try again.',
  offlineReading: 'We cannot reach the portal right now. Please try again.', // for a read, when no input can be lost
  cancelled: 'Cancelled. What you entered is still here.',
  notYourJob: 'This job is not one of yours.',
  controlCharacters: 'Please remove control characters',
  noSuchAddress: 'We found nothing at this address. The link may be incomplete or mistyped.',
  codeInvalid: 'That code is not correct. Please check it and try again.',
  codeSpent: 'This code can no longer be used. Please request a new one.',
  tooMany: (seconds: number) =>
    `Too many attempts. Please wait ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`} and try again.`,
  notAvailable: 'This page is not available yet.',
} as const;
