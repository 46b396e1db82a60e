import { type Schema, ValidationError } from 'yup';
import { forgotPassword, login, register, socialLogin } from './auth/auth.endpoints';
import { applyForOpening } from './career/career.endpoints';
import { addDocument, updateDocument } from './documents/documents.endpoints';
import { addDocsRules, documentRules, updateRules } from './documents/documents.rules';
import { writeEnote } from './enotes/enotes.endpoints';
import { sendEnquiry } from './enquiries/enquiries.endpoints';
import { changeEmailRules, changeMobileRules } from './guards/guards.contacts';
import { updateGuard } from './guards/guards.registration.endpoints';
import { reportInjury } from './injuries/injuries.endpoints';
import { injuryRules } from './injuries/injuries.rules';
import { subscribe } from './newsletter/newsletter.endpoints';
import { createTicket } from './tickets/tickets.endpoints';

/** The messages of a form or a call about one field with the given value. */
function messagesFor(schema: unknown, path: string, value: unknown): string[] {
  const [, list, field] = /^(\w+)\[0\](?:\.(\w+))?$/.exec(path) ?? [];
  const given = list ? { [list]: [field ? { [field]: value } : value] } : { [path]: value };
  try {
    (schema as Schema).validateSync(given, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.inner.filter((one) => one.path === path).map(({ message }) => message);
  }
}
const emailOfLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;
const imageOfSize = (bytes: number) => new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' });

it.each<[string, unknown]>([
  ['the login', login.input],
  ['the social login', socialLogin.input],
  ['the sign-up', register.input],
  ['the forgotten password', forgotPassword.input],
  ['an enquiry', sendEnquiry.input],
  ['an application', applyForOpening.input],
  ['the newsletter', subscribe.input],
  ['the registration', updateGuard.input],
  ['the change of the address', changeEmailRules],
])('[SHARED-03] limits the email of %s to 180 characters', (_what, schema) => {
  expect(messagesFor(schema, 'email', emailOfLength(180))).toEqual([]);
  expect(messagesFor(schema, 'email', emailOfLength(181))).toHaveLength(1);
});

it.each<[string, unknown]>([
  ['the sign-up', register.input],
  ['the registration', updateGuard.input],
  ['the change of the number', changeMobileRules],
])('[SHARED-05] requires exactly 10 digits in the mobile number of %s', (_what, schema) => {
  expect(messagesFor(schema, 'mobileNumber', '4165550134')).toEqual([]);
  for (const digits of ['416555013', '41655501345']) expect(messagesFor(schema, 'mobileNumber', digits)).toHaveLength(1);
});

it.each<[string, string, unknown]>([
  ['the profile photo', 'profileImage', updateGuard.input],
  ['the licence', 'securityRegistrationDocument', updateGuard.input],
  ['an identification', 'identityDocuments[0].file', updateGuard.input],
  ['a document that is added', 'file', addDocument.input],
  ['a document that is changed', 'file', updateDocument.input],
  ['a document in its form', 'file', documentRules],
  ['a document in the form that changes it', 'file', updateRules('1')],
  ['a document on /addDocs', 'file', addDocsRules],
  ['a ticket', 'images[0]', createTicket.input],
  ['an injury', 'file[0]', reportInjury.input],
  ['an injury in its form', 'file', injuryRules],
  ['an e-note', 'photo', writeEnote.input],
  ['an application', 'file', applyForOpening.input],
])('[SHARED-07] limits the image of %s to 2097152 bytes', (_what, path, schema) => {
  expect(messagesFor(schema, path, imageOfSize(2_097_152))).toEqual([]);
  expect(messagesFor(schema, path, imageOfSize(2_097_153))).toEqual(['Size is more than 2 MB']);
});
