import {
  changeEmail,
  changeMobile,
  confirmContact,
  contactChanges,
  giveUpContact,
  resendContactCode,
} from '@portal/contracts/guards/guards.contacts.endpoints';
import { bind } from '../../platform/http-binding';
import * as contacts from './contacts.service';

export const contactsRoutes = [
  bind(contactChanges, (me) => contacts.waiting(me.id)),
  bind(changeEmail, (me, { email, password }) => contacts.begin(me.id, 'email', { value: email, password })),
  bind(changeMobile, (me, { mobileNumber, password }) => contacts.begin(me.id, 'mobile', { value: mobileNumber, password })),
  bind(resendContactCode, (me, { kind }) => contacts.resend(me.id, kind)),
  bind(confirmContact, (me, { kind, code }) => contacts.confirm(me.id, kind, code)),
  bind(giveUpContact, (me, { kind }) => contacts.giveUp(me.id, kind)),
];
