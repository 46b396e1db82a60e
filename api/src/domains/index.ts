import type { Env } from '../platform/config/env';
import type { Route } from '../platform/http/routes';
import { confirmByPassword } from '../platform/identity/confirmation';
import { keepVaults } from '../platform/identity/key-rotation';
import { extendSessionsDuringShifts } from '../platform/identity/sessions';
import { countBy } from '../platform/live/badge-counts';
import { readMissedNoticesBy } from '../platform/live/missed';
import { noticeBy } from '../platform/live/persistent-notices';
import { whenReceived } from '../platform/messages/message-queue';
import { applicationsRoutes } from './applications/applications.routes';
import { authRoutes } from './auth/auth.routes';
import { deviceKeyVault } from './auth/device-key';
import { factorVault } from './auth/factors';
import { bankRoutes } from './bank/bank.routes';
import { bankVault } from './bank/bank.service';
import { calendarRoutes } from './calendar/calendar.routes';
import { careerRoutes } from './career/career.routes';
import { chatRoutes } from './chat/chat.routes';
import { deliveriesRoutes } from './deliveries/deliveries.routes';
import { documentsRoutes } from './documents/documents.routes';
import { documentVault } from './documents/documents.service';
import { expiryNotices } from './documents/expiry.service';
import { earningsRoutes } from './earnings/earnings.routes';
import { enotesRoutes } from './enotes/enotes.routes';
import { canViewFile, notesOfShift } from './enotes/enotes.service';
import { enquiriesRoutes } from './enquiries/enquiries.routes';
import { emailProofNotices } from './guards/email-proof.service';
import { guardsRoutes } from './guards/guards.routes';
import { identityVault, tellApprovalsBy } from './guards/guards.service';
import { requirePassword } from './guards/password.service';
import { injuriesRoutes } from './injuries/injuries.routes';
import { jobsRoutes } from './jobs/jobs.routes';
import { leaveRoutes } from './leave/leave.routes';
import { mediaRoutes } from './media/media.routes';
import { mediaVault, shareMedia } from './media/media.service';
import { newsletterRoutes } from './newsletter/newsletter.routes';
import { tellApproval } from './notifications/approval.service';
import { notificationsRoutes } from './notifications/notifications.routes';
import { missedToasts, unread } from './notifications/notifications.service';
import { onboardingRoutes } from './onboarding/onboarding.routes';
import { pagesRoutes } from './pages/pages.routes';
import { placesRoutes } from './places/places.routes';
import { privacyRoutes } from './privacy/privacy.routes';
import { ratingsRoutes } from './ratings/ratings.routes';
import { noteShiftsBy } from './shifts/shift-record.service';
import { shiftsRoutes } from './shifts/shifts.routes';
import { currentShiftStart } from './shifts/shifts.service';
import { reached, sosNotices } from './shifts/sos.service';
import { SOS } from './shifts/sos-alerts';
import { specialitiesRoutes } from './specialities/specialities.routes';
import { staffRoutes } from './staff/staff.routes';
import { rehearsalRoutes } from './test-support/test-support.routes';
import { ticketsRoutes } from './tickets/tickets.routes';

keepVaults([bankVault, identityVault, documentVault, mediaVault, deviceKeyVault, factorVault]);

/** Every domain of the API, by name: a folder that is not listed here serves no endpoints. */
export function createDomains({ mode, identity, portalUrl }: Pick<Env, 'mode' | 'identity' | 'portalUrl'>): Route[] {
  confirmByPassword(requirePassword);
  extendSessionsDuringShifts(currentShiftStart);
  countBy('notifications', unread);
  readMissedNoticesBy(missedToasts);
  noticeBy('documents', expiryNotices);
  noticeBy('guards', emailProofNotices);
  noticeBy('shifts', sosNotices);
  shareMedia([canViewFile]);
  noteShiftsBy(notesOfShift);
  tellApprovalsBy(tellApproval);
  whenReceived(SOS, reached);
  const all = [
    ...applicationsRoutes,
    ...authRoutes({ identity, portalUrl }),
    ...bankRoutes,
    ...calendarRoutes({ portalUrl }),
    ...careerRoutes,
    ...chatRoutes,
    ...deliveriesRoutes,
    ...documentsRoutes,
    ...earningsRoutes,
    ...enotesRoutes,
    ...enquiriesRoutes,
    ...guardsRoutes,
    ...injuriesRoutes,
    ...jobsRoutes,
    ...leaveRoutes,
    ...mediaRoutes,
    ...newsletterRoutes,
    ...notificationsRoutes,
    ...onboardingRoutes,
    ...pagesRoutes,
    ...placesRoutes,
    ...privacyRoutes,
    ...ratingsRoutes,
    ...shiftsRoutes,
    ...specialitiesRoutes,
    ...staffRoutes,
    ...ticketsRoutes,
    ...rehearsalRoutes,
  ];
  return mode === 'production' ? all.filter(({ endpoint }) => endpoint.roles !== 'rehearsal') : all;
}
