import type { Input } from '@portal/contracts/_kernel/endpoint';
import { login, register } from '@portal/contracts/auth/auth.endpoints';
import { applyForOpening } from '@portal/contracts/career/career.endpoints';
import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { pageIds } from '@portal/contracts/enquiries/enquiries.pages';
import { approveGuard, setLicence } from '@portal/contracts/guards/guards.staff';
import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { unsubscribe } from '@portal/contracts/newsletter/newsletter.staff';
import { agree, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import type { Person } from '../../e2e/kills/actors';
import { type Act, defineAct, device, lookUp, onePixelPicture, partOfMail, type Stand } from './act';
import { visitorOf } from './database-figures';

const PASSWORD = 'Quiet7Harbour$';

const visits = { name: 'Ada Roy', phone: '6475550001' };

/** Acts without an account, through the forms of the public pages. */
const publicActs = (): Act[] => [
  defineAct('subscribe', subscribe, (person) => ({ email: visitorOf(person) }) as Input<typeof subscribe>, { subscriptions: 1 }),
  defineAct('unsubscribe', unsubscribe, (person) => ({ email: visitorOf(person) }), { unsubscriptions: 1 }),
  defineAct(
    'ask a question',
    sendEnquiry,
    (person) => ({ ...visits, email: visitorOf(person), pageId: pageIds.contact, query: 'When?' }) as Input<typeof sendEnquiry>,
    { enquiries: 1 },
    { isLookedFor: true },
  ),
  defineAct(
    'apply for an opening',
    applyForOpening,
    (person) => ({ ...visits, email: visitorOf(person), file: onePixelPicture }) as Input<typeof applyForOpening>,
    { careers: 1 },
    { isLookedFor: true },
  ),
];

const byVisitor = { by: (person: Person) => person.visitorToken };
const visitorId = (stand: Stand, person: Person) => lookUp(stand, 'select id from guards where email = $1', [visitorOf(person)]);
const agreeing = (flag: 'isPrivacyAgreement' | 'isTermsOfUse' | 'isIndependentContractor'): Act =>
  defineAct(
    `agree: ${flag}`,
    agree,
    async (person, stand) => ({ id: await visitorId(stand, person), [flag]: true }) as Input<typeof agree>,
    { agreements: 1 },
    byVisitor,
  );

/** Acts from registration to approval. */
const registrationActs = (): Act[] => [
  defineAct(
    'sign up',
    register,
    (person) =>
      ({
        ...{ firstName: 'New', middleName: undefined, lastName: 'Guard', dob: '1990-05-17', email: visitorOf(person), password: PASSWORD },
        ...{ mobileNumber: person.mobileNumber, isLicense: true, licenseNumber: '7654322', ...device },
      }) as Input<typeof register>,
    { registered: 1 },
    { doneBy: [409] },
  ),
  defineAct(
    'log in after the sign-up',
    login,
    (person) => ({ email: visitorOf(person), password: PASSWORD, ...device }),
    {},
    {
      hear(person, { tokens }) {
        person.visitorToken = tokens.refresh.token;
      },
    },
  ),
  ...(['isPrivacyAgreement', 'isTermsOfUse', 'isIndependentContractor'] as const).map(agreeing),
  defineAct(
    'enter the code',
    verifyOtp,
    async (person, stand) =>
      ({
        ...{ id: await visitorId(stand, person), otp: await partOfMail(stand, visitorOf(person), '^(\\d{4})') },
        ...{ isSubmitAllDocument: true, isIndividualDocument: true, isPromotional: false },
      }) as Input<typeof verifyOtp>,
    { verified: 1 },
    { ...byVisitor, doneBy: [400, 409, 410] },
  ),
  defineAct('record the licence', setLicence, (person) => ({ guard: visitorOf(person), licenseNumber: '7654321' }), { licences: 1 }),
  defineAct('approve the guard', approveGuard, (person) => ({ guard: visitorOf(person) }), { approvals: 1 }),
];

/** Acts of visitors until they have an account. */
export const visitorActs = (): Act[] => [...publicActs(), ...registrationActs()];
