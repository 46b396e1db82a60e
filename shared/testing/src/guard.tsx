import type { Guard } from '@portal/contracts/_kernel/guard';
import { mockId } from './ids';

const all = { isSMS: true, isEmail: true, isNotification: true };

/** A guard without an open onboarding step. */
export function guard(over: Partial<Guard> = {}): Guard {
  return {
    id: mockId(1),
    firstName: 'Ada',
    middleName: null,
    lastName: 'Marsh',
    email: 'ada.marsh@example.com',
    mobileNumber: '4165550134',
    dob: '1990-05-17',
    profileImage: null,
    isLicense: true,
    licenseNumber: '12345678',
    securityRegistrationNumber: null,
    securityRegistrationDocument: null,
    securityRegistrationExpiryDate: null,
    isPrivacyAgreement: true,
    isTermsOfUse: true,
    isIndependentContractor: true,
    isVerifyOtp: true,
    status: 1,
    identityDocuments: [{ idType: 'Canadian passport', idNumber: 'P1234567', idProof: 'proof.png', fileName: 'passport.png' }],
    workSpecialities: [{ id: mockId(90), name: 'Event security' }],
    employmentDetails: [],
    isGoWith: 1,
    vestSize: 2,
    isTravelTo: 25,
    lat: 43.6532,
    lng: -79.3832,
    fullAddress: '100 Queen St W, Toronto',
    fullAddress2: null,
    postalCode: 'M5H 2N2',
    country: 'Canada',
    city: 'Toronto',
    state: 'Ontario',
    landMark: null,
    bankTransitNumber: null,
    bankInstitution: null,
    bankAccountNumber: null,
    accHolderName: null,
    wantTopay: null,
    paypalId: null,
    socialFacebookId: null,
    socialGmailId: null,
    notificationSettings: { newJob: all, chat: all, jobAward: all, jobCancel: all, isNotification: true },
    ...over,
  };
}

/** A guard at each onboarding step. */
export const guardAt = {
  licence: () => guard({ isLicense: false, licenseNumber: null, status: 0 }),
  privacy: () => guard({ isPrivacyAgreement: false, status: 0 }),
  terms: () => guard({ isTermsOfUse: false, status: 0 }),
  agreement: () => guard({ isIndependentContractor: false, status: 0 }),
  otp: () => guard({ isVerifyOtp: false, status: 0 }),
  registration: () => guard({ identityDocuments: [], status: 0 }),
  'work-profile': () => guard({ workSpecialities: [], status: 0 }),
  approval: () => guard({ status: 0 }),
  done: () => guard(),
};
