import {
  cancelContactChange,
  changeEmail,
  changeMobile,
  confirmContact,
  contactChanges,
  emailProof,
  proveEmail,
  resendContactCode,
} from '@portal/contracts/guards/guards.contacts.endpoints';
import { bind, bindWithPrepare } from '../../platform/http/routes';
import * as contacts from './contacts.service';
import { emailProofOf, prepareProof } from './email-proof.service';

export const contactsRoutes = [
  bind(contactChanges, (me) => contacts.pendingChanges(me.id)),
  bindWithPrepare(
    changeEmail,
    (me, { email }) => contacts.prepareChange(me.id, 'email', email),
    (me, _input, code) => contacts.sendCode(me, code),
  ),
  bindWithPrepare(
    changeMobile,
    (me, { mobileNumber }) => contacts.prepareChange(me.id, 'mobile', mobileNumber),
    (me, _input, code) => contacts.sendCode(me, code),
  ),
  bind(emailProof, (me) => emailProofOf(me.id)),
  bindWithPrepare(
    proveEmail,
    (me) => prepareProof(me.id),
    (me, _input, code) => contacts.sendCode(me, code),
  ),
  bindWithPrepare(
    resendContactCode,
    (me, { kind }) => contacts.prepareAnotherCode(me.id, kind),
    (me, _input, code) => contacts.sendCode(me, code),
  ),
  bindWithPrepare(
    confirmContact,
    (me, { kind, code }) => contacts.tryCode(me.id, kind, code),
    (me, { kind }, tried) => contacts.confirm(me, kind, tried),
  ),
  bind(cancelContactChange, (me, { kind }) => contacts.giveUp(me.id, kind)),
];
