import {
  approveGuard,
  makeGuard,
  profile,
  profileSummary,
  readBank,
  removeGuard,
  rotateKeys,
  saveBank,
  saveNotificationSettings,
  saveWorkProfile,
  setLicence,
  suspendGuard,
} from '@portal/contracts/guards/guards.endpoints';
import { updateGuard, updateProfile } from '@portal/contracts/guards/guards.registration.endpoints';
import { bind, bindOpen } from '../../platform/http-binding';
import * as bank from './bank.service';
import { contactsRoutes } from './contacts.routes';
import * as guards from './guards.service';
import { save, updatePartly } from './registration.service';
import { saveWork } from './work-profile.service';

export const guardsRoutes = [
  ...contactsRoutes,
  bind(profile, async (me, { id }) => {
    guards.requireOwn(me.id, id);
    return { guard: await guards.guard(id) };
  }),
  bind(profileSummary, async (me, { id }) => {
    guards.requireOwn(me.id, id);
    return guards.summary(id);
  }),
  bind(updateGuard, (me, input) => {
    guards.requireOwn(me.id, input.id);
    return save(input);
  }),
  bind(updateProfile, (me, input) => {
    guards.requireOwn(me.id, input.id);
    return updatePartly(input);
  }),
  bind(saveWorkProfile, (me, input) => {
    guards.requireOwn(me.id, input.id);
    return saveWork(input);
  }),
  bind(saveBank, (me, input) => {
    guards.requireOwn(me.id, input.id);
    return bank.saveBank(input);
  }),
  bind(saveNotificationSettings, (me, { id, ...notificationSettings }) => {
    guards.requireOwn(me.id, id);
    return updatePartly({ id, notificationSettings });
  }),
  bindOpen(approveGuard, ({ guard }) => guards.approve(guard)),
  bindOpen(suspendGuard, ({ guard }) => guards.suspend(guard)),
  bindOpen(setLicence, ({ guard, licenseNumber }) => guards.recordLicence(guard, licenseNumber)),
  bindOpen(readBank, ({ guard }) => bank.readBank(guard)),
  bindOpen(rotateKeys, () => bank.rotateKeys()),
  bindOpen(makeGuard, (wanted) => guards.make(wanted)),
  bindOpen(removeGuard, ({ guard }) => guards.remove(guard)),
];
