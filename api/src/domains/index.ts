import type { Env } from '../platform/config/env';
import type { DomainHooks } from '../platform/hooks';
import type { Route } from '../platform/http/routes';
import { applicationsRoutes } from './applications/applications.routes';
import { authRoutes } from './auth/auth.routes';
import { deviceKeyColumn } from './auth/device-key';
import { factorColumn } from './auth/factors';
import { hasSecondFactor } from './auth/factors.columns';
import { bankRoutes } from './bank/bank.routes';
import { bankColumn } from './bank/bank.service';
import { calendarRoutes } from './calendar/calendar.routes';
import { careerRoutes } from './career/career.routes';
import { chatRoutes } from './chat/chat.routes';
import { coversRoutes } from './covers/covers.routes';
import { endOffers, stepsOnShift } from './covers/covers.service';
import { deliveriesRoutes } from './deliveries/deliveries.routes';
import { documentsRoutes } from './documents/documents.routes';
import { documentColumn } from './documents/documents.service';
import { expiryNotices } from './documents/expiry.service';
import { earningsRoutes } from './earnings/earnings.routes';
import { enotesRoutes } from './enotes/enotes.routes';
import { canViewFile, notesOfShift } from './enotes/enotes.service';
import { enquiriesRoutes } from './enquiries/enquiries.routes';
import { emailProofNotices } from './guards/email-proof.service';
import { guardsRoutes } from './guards/guards.routes';
import { identityColumn, idOfEmail } from './guards/guards.service';
import { requirePassword } from './guards/password.service';
import { guardOfSession } from './guards/session-guard.columns';
import { handoversRoutes } from './handovers/handovers.routes';
import { stateOnShift as handoverOnShift } from './handovers/handovers.service';
import { injuriesRoutes } from './injuries/injuries.routes';
import { jobsRoutes } from './jobs/jobs.routes';
import { leaveRoutes } from './leave/leave.routes';
import { mediaRoutes } from './media/media.routes';
import { mediaColumn } from './media/media.service';
import { newsletterRoutes } from './newsletter/newsletter.routes';
import { tellApproval } from './notifications/approval.service';
import { notificationsRoutes } from './notifications/notifications.routes';
import { missedToasts, unread } from './notifications/notifications.service';
import { deleteRegistrations } from './onboarding/onboarding.repository';
import { onboardingRoutes } from './onboarding/onboarding.routes';
import { ordersRoutes } from './orders/orders.routes';
import { stateOnShift as ordersOnShift } from './orders/orders.service';
import { pagesRoutes } from './pages/pages.routes';
import { placesRoutes } from './places/places.routes';
import { postingsRoutes } from './postings/postings.routes';
import { privacyRoutes } from './privacy/privacy.routes';
import { ratingsRoutes } from './ratings/ratings.routes';
import { shiftsRoutes } from './shifts/shifts.routes';
import { currentShiftStart } from './shifts/shifts.service';
import { markReached, sosNotices, unansweredAge } from './shifts/sos.service';
import { SOS } from './shifts/sos-alerts';
import { specialitiesRoutes } from './specialities/specialities.routes';
import { staffRoutes } from './staff/staff.routes';
import { rehearsalRoutes } from './test-support/test-support.routes';
import { ticketsRoutes } from './tickets/tickets.routes';
import { welfareRoutes } from './welfare/welfare.routes';
import { follow, stateOnShift as welfareOnShift } from './welfare/welfare.service';

export const domainHooks: DomainHooks = {
  requirePassword,
  findShiftStart: currentShiftStart,
  badgeCounts: { notifications: unread },
  missedNotices: missedToasts,
  persistentNotices: { documents: expiryNotices, guards: emailProofNotices, shifts: sosNotices },
  canViewFile,
  notesOfShift,
  ordersOnShift,
  handoverOnShift,
  coverOnShift: stepsOnShift,
  endCoverOffers: endOffers,
  followShift: follow,
  welfareOnShift,
  notifyApproval: tellApproval,
  onDelivered: { [SOS]: markReached },
  encryptedColumns: [bankColumn, identityColumn, documentColumn, mediaColumn, deviceKeyColumn, factorColumn],
  guardOfSession,
  hasSecondFactor,
  findGuardId: idOfEmail,
  deleteRegistrations,
  lockedTables: { job: 'jobs', guard: 'guards', room: 'chat_rooms' },
  unansweredSosAge: unansweredAge,
};

/** Every domain of the API, by name: a folder that is not listed here serves no endpoints. */
export function createDomains({ mode, identity, portalUrl }: Pick<Env, 'mode' | 'identity' | 'portalUrl'>): Route[] {
  const all = [
    ...applicationsRoutes,
    ...authRoutes({ identity, portalUrl }),
    ...bankRoutes,
    ...calendarRoutes({ portalUrl }),
    ...careerRoutes,
    ...chatRoutes,
    ...coversRoutes,
    ...deliveriesRoutes,
    ...documentsRoutes,
    ...earningsRoutes,
    ...enotesRoutes,
    ...enquiriesRoutes,
    ...guardsRoutes,
    ...handoversRoutes,
    ...injuriesRoutes,
    ...jobsRoutes,
    ...leaveRoutes,
    ...mediaRoutes,
    ...newsletterRoutes,
    ...notificationsRoutes,
    ...onboardingRoutes,
    ...ordersRoutes,
    ...pagesRoutes,
    ...placesRoutes,
    ...postingsRoutes,
    ...privacyRoutes,
    ...ratingsRoutes,
    ...shiftsRoutes,
    ...specialitiesRoutes,
    ...staffRoutes,
    ...ticketsRoutes,
    ...welfareRoutes,
    ...rehearsalRoutes,
  ];
  return mode === 'production' ? all.filter(({ endpoint }) => endpoint.roles !== 'rehearsal') : all;
}
