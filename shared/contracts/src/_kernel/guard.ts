import { array, boolean, type InferType, number, object } from 'yup';
import { string } from './text';

const category = () =>
  object({ isSMS: boolean().required(), isEmail: boolean().required(), isNotification: boolean().required() }).required();

export const notificationSettings = object({
  newJob: category(),
  chat: category(),
  jobAward: category(),
  jobCancel: category(),
  isNotification: boolean().required(),
});

/** The guard as every reply contains it (DATA-GUARD-01..26). It is in the kernel because auth, guards and onboarding use it. */
export const guardShape = object({
  id: string().required(),
  firstName: string().required(),
  middleName: string().nullable().defined(),
  lastName: string().required(),
  email: string().required(),
  mobileNumber: string().required(),
  dob: string().nullable().defined(),
  profileImage: string().nullable().defined(),
  isLicense: boolean().required(),
  licenseNumber: string().nullable().defined(),
  securityRegistrationNumber: string().nullable().defined(),
  securityRegistrationDocument: string().nullable().defined(),
  securityRegistrationExpiryDate: string().nullable().defined(),
  isPrivacyAgreement: boolean().required(),
  isTermsOfUse: boolean().required(),
  isIndependentContractor: boolean().required(),
  isVerifyOtp: boolean().required(),
  /** 0 means that the guard is not approved. */
  status: number().required(),
  identityDocuments: array(
    object({ idType: string().required(), idNumber: string().required(), idProof: string().defined(), fileName: string().defined() }),
  ).required(),
  workSpecialities: array(object({ id: string().required(), name: string().required() })).required(),
  employmentDetails: array(
    object({
      employerName: string().required(),
      projectName: string().required(),
      from: string().nullable().defined(),
      to: string().nullable().defined(),
      speciality: object({ id: string().required(), name: string().required() }).nullable().defined(),
    }),
  ).required(),
  isGoWith: number().nullable().defined(),
  vestSize: number().nullable().defined(),
  isTravelTo: number().nullable().defined(),
  lat: number().nullable().defined(),
  lng: number().nullable().defined(),
  fullAddress: string().nullable().defined(),
  fullAddress2: string().nullable().defined(),
  postalCode: string().nullable().defined(),
  country: string().nullable().defined(),
  city: string().nullable().defined(),
  state: string().nullable().defined(),
  landMark: string().nullable().defined(),
  bankTransitNumber: string().nullable().defined(),
  bankInstitution: string().nullable().defined(),
  bankAccountNumber: string().nullable().defined(),
  accHolderName: string().nullable().defined(),
  wantTopay: number().nullable().defined(),
  paypalId: string().nullable().defined(),
  socialFacebookId: string().nullable().defined(),
  socialGmailId: string().nullable().defined(),
  notificationSettings: notificationSettings.required(),
});

export type Guard = InferType<typeof guardShape>;

/** The reply of a login, a social login and a verified code (API-AUTH-03, API-AUTH-25). */
export const loginReply = object({
  guard: guardShape.required(),
  tokens: object({ refresh: object({ token: string().required() }).required() }).required(),
});
export type LoginReply = InferType<typeof loginReply>;
