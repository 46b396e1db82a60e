import type { Env } from '../platform/env';
import type { Route } from '../platform/http-binding';
import { holdSessionsOpen } from '../platform/sessions';
import { applicationsRoutes } from './applications/applications.routes';
import { authRoutes } from './auth/auth.routes';
import { calendarRoutes } from './calendar/calendar.routes';
import { earningsRoutes } from './earnings/earnings.routes';
import { guardsRoutes } from './guards/guards.routes';
import { jobsRoutes } from './jobs/jobs.routes';
import { leaveRoutes } from './leave/leave.routes';
import { mediaRoutes } from './media/media.routes';
import { newsletterRoutes } from './newsletter/newsletter.routes';
import { notificationsRoutes } from './notifications/notifications.routes';
import { onboardingRoutes } from './onboarding/onboarding.routes';
import { pagesRoutes } from './pages/pages.routes';
import { placesRoutes } from './places/places.routes';
import { ratingsRoutes } from './ratings/ratings.routes';
import { rehearsalRoutes } from './rehearsal/rehearsal.routes';
import { shiftsRoutes } from './shifts/shifts.routes';
import { isOnShift } from './shifts/shifts.service';
import { specialitiesRoutes } from './specialities/specialities.routes';

/** Every domain of the API, by name: a folder that is not listed here does not answer. */
export function routes({ mode, identity, portalUrl }: Pick<Env, 'mode' | 'identity' | 'portalUrl'>): Route[] {
  holdSessionsOpen(isOnShift);
  return [
    ...applicationsRoutes,
    ...authRoutes({ identity, portalUrl }),
    ...calendarRoutes({ portalUrl }),
    ...earningsRoutes,
    ...guardsRoutes,
    ...jobsRoutes,
    ...leaveRoutes,
    ...mediaRoutes,
    ...newsletterRoutes,
    ...notificationsRoutes,
    ...onboardingRoutes,
    ...pagesRoutes,
    ...placesRoutes,
    ...ratingsRoutes,
    ...shiftsRoutes,
    ...specialitiesRoutes,
    ...(mode === 'production' ? [] : rehearsalRoutes),
  ];
}
