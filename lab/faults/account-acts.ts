import type { Input } from '@portal/contracts/_kernel/endpoint';
import { confirmSession } from '@portal/contracts/auth/auth.confirmation';
import { disconnectSocial, setDevice } from '@portal/contracts/auth/auth.connections';
import { changePassword, forgotPassword, login, logout, resetPassword } from '@portal/contracts/auth/auth.endpoints';
import { socialTypes } from '@portal/contracts/auth/auth.rules';
import { endOtherSessions, endSession } from '@portal/contracts/auth/auth.sessions';
import { endEverySession } from '@portal/contracts/auth/auth.staff';
import { makeFeed, revokeFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { addDocument, deleteDocument, deleteDocuments, replaceDocument } from '@portal/contracts/documents/documents.endpoints';
import {
  cancelContactChange,
  changeEmail,
  changeMobile,
  confirmContact,
  proveEmail,
  resendContactCode,
} from '@portal/contracts/guards/guards.contacts.endpoints';
import { saveBank, saveNotificationSettings, saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import { updateGuard, updateProfile } from '@portal/contracts/guards/guards.registration.endpoints';
import { suspendGuard } from '@portal/contracts/guards/guards.staff';
import { readAllNotifications, readNotification } from '@portal/contracts/notifications/notifications.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { cancelDeletion, requestDeletion } from '@portal/contracts/privacy/privacy.endpoints';
import { carryOutDeletion } from '@portal/contracts/privacy/privacy.staff';
import type { Person } from '../../e2e/kills/actors';
import { type Act, defineAct, device, lookUp, onePixelPicture, partOfMail, type Stand } from './act';
import { ADDRESS, movedEmailOf, NEWS } from './database-figures';
import { visitorActs } from './visitor-acts';

/** The guard's password after the change, and after the reset by mail. */
const SECOND = 'Quiet7Harbour$';
const THIRD = 'Silent8Meadow$';

const document = (documentType: 'Other' | 'Canadian passport' | 'Permanent resident card', documentNumber: string): Act =>
  defineAct(
    `add a document: ${documentType}`,
    addDocument,
    ({ id }) => ({ documentType, documentNumber, expiryDate: '2030-01-31', guardId: id, licenseNumber: undefined, file: onePixelPicture }),
    { documents: 1, documentPictures: 1 },
  );
const documentOf = (stand: Stand, { id }: Person, type: string) =>
  lookUp(stand, 'select id from guard_documents where guard_id = $1 and document_type = $2', [id, type]);

/** Ids of the documents at the first deletion. A repeated or simultaneous call must name the same ids. */
function documentIds(stand: Stand, person: Person): Promise<string[]> {
  const types = ['Other', 'Canadian passport', 'Permanent resident card'];
  person.documentIds ??= Promise.all(types.map((type) => documentOf(stand, person, type)));
  return person.documentIds.catch((error: unknown) => {
    // The database was killed with the API: the next call reads again.
    person.documentIds = null;
    throw error;
  });
}

/** The id of the document before its replacement. A repeated call must name the same id. */
function replacedId(stand: Stand, person: Person): Promise<string> {
  person.replacedId ??= documentOf(stand, person, 'Permanent resident card');
  return person.replacedId.catch((error: unknown) => {
    person.replacedId = null;
    throw error;
  });
}

/** Adds documents, replaces one, deletes one alone and two together. */
const documentActs = (): Act[] => [
  document('Other', '4711'),
  document('Canadian passport', '4712'),
  document('Permanent resident card', '4713'),
  defineAct(
    'replace a document',
    replaceDocument,
    async (person, stand) => ({
      id: await replacedId(stand, person),
      documentType: 'Permanent resident card' as const,
      documentNumber: '4714',
      expiryDate: '2032-01-31',
      guardId: person.id,
      file: onePixelPicture,
    }),
    { documents: 0, documentPictures: 0 },
  ),
  defineAct('delete a document', deleteDocument, async (person, stand) => ({ id: (await documentIds(stand, person))[0] ?? '' }), {
    ...{ documents: -1, documentPictures: -1 },
  }),
  defineAct(
    'delete several documents',
    deleteDocuments,
    async (person, stand) => ({ documentIds: (await documentIds(stand, person)).slice(1) }),
    { documents: -2, documentPictures: -2 },
  ),
];

const category = { isSMS: false, isEmail: false, isNotification: true };
const settings = { newJob: category, chat: category, jobAward: category, jobCancel: category, isNotification: true };

/** Acts on the guard's own data. */
const profileActs = (): Act[] => [
  defineAct(
    'save the bank details',
    saveBank,
    ({ id, password }) => ({
      ...{ id, password, accHolderName: 'Kill Test', bankAccountNumber: '7654321', bankInstitution: '001', bankTransitNumber: '12345' },
      wantTopay: 1 as const,
    }),
    { banks: 1, bankMails: 1, told: 1 },
  ),
  defineAct('save the alerts', saveNotificationSettings, ({ id }) => ({ id, ...settings }), { settings: 1 }),
  defineAct(
    'save the work profile',
    saveWorkProfile,
    async ({ id }, stand) =>
      ({
        ...{ id, isTravelTo: 40, isGoWith: 1, vestSize: 2, fullAddress: ADDRESS, postalCode: 'M5H2N2', city: 'Toronto', state: 'Ontario' },
        ...{ country: 'Canada', isType: 1, fullAddress2: undefined, landMark: undefined, lat: undefined, lng: undefined },
        workSpecialities: [await lookUp(stand, 'select id from specialities order by name limit 1', [])],
      }) as Input<typeof saveWorkProfile>,
    { addresses: 1 },
  ),
  defineAct('say where one is', updateProfile, ({ id }) => ({ id, lat: 43.77, lng: -79.41 }) as Input<typeof updateProfile>, {
    positions: 1,
  }),
  defineAct(
    'edit the profile',
    updateGuard,
    ({ id }) =>
      ({
        ...{ id, firstName: 'Ada', middleName: 'May', lastName: 'Marsh', dob: '1990-05-17', licenseNumber: '7654321' },
        ...{
          securityRegistrationNumber: '7654321',
          securityRegistrationExpiryDate: '2031-01-31',
          securityRegistrationDocument: onePixelPicture,
        },
        ...{ profileImage: onePixelPicture, profileUpdate: 'second' as const, email: undefined, mobileNumber: undefined },
        identityDocuments: [{ idType: 'Drivers license', idNumber: 'K12', file: onePixelPicture, idProof: undefined, fileName: undefined }],
        employmentDetails: [
          { employerName: 'Acme', projectName: 'Night guard', from: '2019-01-01', to: '2020-12-31', speciality: undefined },
        ],
      }) as Input<typeof updateGuard>,
    { registrationPictures: 1, employers: 1 },
  ),
];

/** Acts on devices, a provider, a calendar and notifications. */
const deviceActs = (): Act[] => [
  // A second confirmation changes nothing, so nothing is counted.
  defineAct(
    'confirm the session',
    confirmSession,
    ({ password }) => ({ by: 'password' as const, password }) as Input<typeof confirmSession>,
    {},
  ),
  defineAct('name the device', setDevice, ({ id }) => ({ deviceToken: `phone of ${id}` }), { devices: 1 }),
  defineAct(
    'log out',
    logout,
    () => ({ refreshToken: undefined }),
    { leavingEnded: 1 },
    { by: (person) => person.leavingToken, doneBy: [401] },
  ),
  defineAct('sign one device out', endSession, ({ spareSessionId }) => ({ sessionId: spareSessionId }), { spareEnded: 1 }),
  defineAct('sign the others out', endOtherSessions, () => ({}), { otherEnded: 1 }),
  defineAct('disconnect a provider', disconnectSocial, () => ({ socialType: socialTypes.google }), { providersGone: 1, providerMails: 1 }),
  defineAct('make a calendar address', makeFeed, () => ({}), { feeds: 1 }),
  defineAct('revoke the calendar address', revokeFeed, () => ({}), { feeds: -1 }),
  ...['first', 'second'].map((which) => defineAct(`tell the ${which} news`, notify, ({ id }) => news(id), { told: 1 })),
  defineAct(
    'read the first news',
    readNotification,
    async ({ id }, stand) => ({
      id: await lookUp(stand, 'select id from notifications where guard_id = $1 and title = $2 order by created_at, id limit 1', [
        id,
        NEWS,
      ]),
    }),
    { toldRead: 1 },
  ),
  defineAct('read all news', readAllNotifications, () => ({}), { toldRead: 1 }),
];
const news = (guard: string) => ({ guard, title: NEWS }) as Input<typeof notify>;

const loggingIn = (password: string) => (person: Person) => ({ email: person.email, password, ...device });

/** The password is changed, forgotten, and set by the link of a mail. */
const passwordActs = (): Act[] => [
  defineAct('change the password', changePassword, ({ password }) => ({ oldPassword: password, password: SECOND }), { passwordMails: 1 }),
  defineAct('forget the password', forgotPassword, ({ email }) => ({ email }), { resets: 1 }, { isLookedFor: true }),
  defineAct(
    'choose a password by the link',
    resetPassword,
    async ({ email }, stand) => ({ token: await partOfMail(stand, email, 'token=([\\w-]+)'), password: THIRD }),
    { passwordMails: 1, resets: -1 },
    { doneBy: [401] },
  ),
  // An additional session is harmless, so nothing is counted.
  defineAct(
    'log in',
    login,
    loggingIn(THIRD),
    {},
    {
      hear(person, { tokens }) {
        person.token = tokens.refresh.token;
      },
    },
  ),
];

/**
 * A new code may be requested after 30 seconds, so this moves the last one back. At most once, because a simultaneous repetition must find the same
 * state.
 */
const waited = (stand: Stand, { id }: Person) =>
  stand.query(
    `update contact_changes set sent_at = sent_at - interval '1 minute' where guard_id = $1 and sent_at > now() - interval '30 seconds'`,
    [id],
  );

/** A new address and number: requested, resent, confirmed, cancelled. */
const contactActs = (): Act[] => [
  defineAct('ask for a new address', changeEmail, (person) => ({ email: movedEmailOf(person), password: THIRD }), {
    ...{ contactsWaiting: 1, contactCodes: 1 },
  }),
  defineAct(
    'ask for another code',
    resendContactCode,
    async (person, stand) => {
      await waited(stand, person);
      return { kind: 'email' as const };
    },
    { contactCodes: 1 },
  ),
  defineAct(
    'prove the new address',
    confirmContact,
    async (person, stand) => ({ kind: 'email' as const, code: await partOfMail(stand, movedEmailOf(person), '^(\\d{6})') }),
    { contactsWaiting: -1, contactsMoved: 1, contactMails: 1 },
  ),
  defineAct('ask for a new number', changeMobile, () => ({ mobileNumber: '6475550199', password: THIRD }), { contactsWaiting: 1 }),
  defineAct(
    'ask for a code to the own address',
    proveEmail,
    async (person, stand) => {
      await stand.query('update guards set is_email_proven = false where id = $1', [person.id]);
      return {};
    },
    { contactsWaiting: 1, contactCodes: 1 },
  ),
  defineAct('give the own address up', cancelContactChange, () => ({ kind: 'email' as const }), { contactsWaiting: -1 }),
  defineAct('give the new number up', cancelContactChange, () => ({ kind: 'mobile' as const }), { contactsWaiting: -1 }),
];

const byOther = { by: ({ other }: Person) => other.token };
const askingToLeave = (name: string): Act =>
  defineAct(
    name,
    requestDeletion,
    ({ other }) => ({ password: other.password }) as Input<typeof requestDeletion>,
    { deletionsAsked: 1 },
    byOther,
  );

/** The deletion of an account is requested, cancelled, requested again and carried out. */
const deletionActs = (): Act[] => [
  askingToLeave('ask to be deleted'),
  defineAct('take the deletion back', cancelDeletion, () => ({}), { deletionsTakenBack: 1 }, byOther),
  askingToLeave('ask to be deleted after all'),
  defineAct(
    'carry the deletion out',
    carryOutDeletion,
    async ({ other }, stand) => {
      await stand.query('update deletion_requests set take_back_until = asked_at where guard_id = $1 and taken_back_at is null', [
        other.id,
      ]);
      return { guard: other.id };
    },
    { deletionsCarriedOut: 1, namesDeleted: 1 },
    { doneBy: [409] },
  ),
];

/** All acts on accounts, from registration to deletion. */
export const accountActs = (): Act[] => [
  ...profileActs(),
  ...documentActs(),
  ...deviceActs(),
  ...passwordActs(),
  ...contactActs(),
  ...visitorActs(),
  ...deletionActs(),
  defineAct('suspend the guard', suspendGuard, ({ id }) => ({ guard: id }), { suspensions: 1 }),
  defineAct('sign the guard out everywhere', endEverySession, ({ id }) => ({ guard: id }), { signedOut: 1 }),
];
