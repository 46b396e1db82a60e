import {
  changeEmail,
  changeMobile,
  confirmContact,
  contactChanges,
  giveUpContact,
  resendContactCode,
} from '@portal/contracts/guards/guards.contacts.endpoints';
import { bind, bindPrepared } from '../../platform/http/http-binding';
import * as contacts from './contacts.service';

export const contactsRoutes = [
  bind(contactChanges, (me) => contacts.waiting(me.id)),
  bindPrepared(
    changeEmail,
    (me, { email, password }) => contacts.readyChange(me, 'email', { value: email, password }),
    (me, _input, code) => contacts.sendCode(me, code),
  ),
  bindPrepared(
    changeMobile,
    (me, { mobileNumber, password }) => contacts.readyChange(me, 'mobile', { value: mobileNumber, password }),
    (me, _input, code) => contacts.sendCode(me, code),
  ),
  bindPrepared(
    resendContactCode,
    (me, { kind }) => contacts.readyAgain(me.id, kind),
    (me, _input, code) => contacts.sendCode(me, code),
  ),
  bindPrepared(
    confirmContact,
    (me, { kind, code }) => contacts.tryCode(me.id, kind, code),
    (me, { kind }, tried) => contacts.confirm(me, kind, tried),
  ),
  bind(giveUpContact, (me, { kind }) => contacts.giveUp(me.id, kind)),
];
