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
import { bind, bindOpen, bindPrepared } from '../../platform/http-binding';
import { rotateKeys as rotate } from '../../platform/vaults';
import * as bank from './bank.service';
import { contactsRoutes } from './contacts.routes';
import * as guards from './guards.service';
import { requirePassword } from './password.service';
import { countContacts, save, updatePartly } from './registration.service';
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
  bindPrepared(
    updateGuard,
    async (me, input) => {
      guards.requireOwn(me.id, input.id);
      await countContacts(input);
    },
    (_me, input) => save(input),
  ),
  bind(updateProfile, (me, input) => {
    guards.requireOwn(me.id, input.id);
    return updatePartly(input);
  }),
  bind(saveWorkProfile, (me, input) => {
    guards.requireOwn(me.id, input.id);
    return saveWork(input);
  }),
  bindPrepared(
    saveBank,
    async (me, { id, password }) => {
      guards.requireOwn(me.id, id);
      await requirePassword(me, { password });
    },
    (_me, input) => bank.saveBank(input),
  ),
  bind(saveNotificationSettings, (me, { id, ...notificationSettings }) => {
    guards.requireOwn(me.id, id);
    return updatePartly({ id, notificationSettings });
  }),
  bindOpen(approveGuard, ({ guard }) => guards.approve(guard)),
  bindOpen(suspendGuard, ({ guard }) => guards.suspend(guard)),
  bindOpen(setLicence, ({ guard, licenseNumber }) => guards.recordLicence(guard, licenseNumber)),
  bindOpen(readBank, ({ guard }) => bank.readBank(guard)),
  bindOpen(rotateKeys, () => rotate()),
  bindOpen(makeGuard, (wanted) => guards.make(wanted)),
  bindOpen(removeGuard, ({ guard }) => guards.remove(guard)),
];
