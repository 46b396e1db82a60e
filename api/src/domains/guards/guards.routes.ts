import { profile, saveNotificationSettings, saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import { updateGuard, updateProfile } from '@portal/contracts/guards/guards.registration.endpoints';
import { approveGuard, setLicence, suspendGuard } from '@portal/contracts/guards/guards.staff';
import { bind, bindOpen, bindWithPrepare } from '../../platform/http/routes';
import { contactsRoutes } from './contacts.routes';
import * as guards from './guards.service';
import { prepareContacts, save, updatePartly } from './registration.service';
import { saveWork } from './work-profile.service';

export const guardsRoutes = [
  ...contactsRoutes,
  bind(profile, async (me, { id }) => {
    guards.requireOwn(me.id, id);
    return { guard: await guards.guard(id) };
  }),
  bindWithPrepare(
    updateGuard,
    async (me, input) => {
      guards.requireOwn(me.id, input.id);
      await prepareContacts(me, input);
    },
    (me, input) => save(me, input),
  ),
  bind(updateProfile, (me, input) => {
    guards.requireOwn(me.id, input.id);
    return updatePartly(input);
  }),
  bind(saveWorkProfile, (me, input) => {
    guards.requireOwn(me.id, input.id);
    return saveWork(input);
  }),
  bind(saveNotificationSettings, (me, { id, ...notificationSettings }) => {
    guards.requireOwn(me.id, id);
    return updatePartly({ id, notificationSettings });
  }),
  bindOpen(approveGuard, ({ guard }) => guards.approve(guard)),
  bindOpen(suspendGuard, ({ guard }) => guards.suspend(guard)),
  bindOpen(setLicence, ({ guard, licenseNumber }) => guards.recordLicence(guard, licenseNumber)),
];
