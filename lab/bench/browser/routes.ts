import { authPaths } from '@portal/contracts/auth/auth.paths';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import type { Access, ModuleDeclaration, ModuleName } from '@portal/mf-kit/module';
import { demo, stepGuards } from '../../../api/seed/demo';

/** Declarations of all remotes. */
export type DeclaredRoutes = Readonly<Record<ModuleName, Pick<ModuleDeclaration, 'routes'>>>;

export type Step = (typeof stepGuards)[number]['step'];

/** The onboarding step of a route: the seed's guard of that step opens it. */
const stepOf: Readonly<Record<string, Step>> = {
  [onboardingPaths.privacy.pattern]: 'privacy',
  [onboardingPaths.terms.pattern]: 'terms',
  [onboardingPaths.agreement.pattern]: 'agreement',
  [onboardingPaths.otp.pattern]: 'otp',
  [onboardingPaths.registration.pattern]: 'registration',
  [onboardingPaths.review.pattern]: 'work-profile',
  [onboardingPaths.workProfile.pattern]: 'work-profile',
  [onboardingPaths.thankYou.pattern]: 'approval',
};

export const guardOf = (step: Step) => stepGuards.find((guard) => guard.step === step) ?? demo;

/** Ids of the demo guard's rows, for addresses. */
export interface SeededIds {
  ticket: string;
  injury: string;
  document: string;
  room: string;
  open: { jobId: string; shiftId: string };
  held: { jobId: string; shiftId: string };
}

/** Addresses of patterns that need ids or parameters. */
const filledBy = ({ ticket, injury, document, room, open, held }: SeededIds): Readonly<Record<string, string>> => ({
  [jobsPaths.jobPage.pattern]: jobsPaths.jobPage(open),
  [jobsPaths.jobDetail.pattern]: jobsPaths.jobDetail(held),
  [ticketsPaths.detail.pattern]: ticketsPaths.detail({ id: ticket }),
  [injuriesPaths.detail.pattern]: injuriesPaths.detail({ id: injury }),
  [documentsPaths.edit.pattern]: documentsPaths.edit({ id: document }),
  [guardsPaths.myProfile.pattern]: guardsPaths.myProfile({ id: demo.id }),
  [guardsPaths.employers.pattern]: guardsPaths.employers({ id: demo.id }),
  // Without a room a phone shows only the list.
  [chatPaths.rooms.pattern]: `${chatPaths.rooms()}?room=${room}`,
  // Without a token the screen shows an error; with any token it shows the form.
  [authPaths.resetPassword.pattern]: `${authPaths.resetPassword()}?token=bench`,
  [onboardingPaths.selectNavigation.pattern]: onboardingPaths.selectNavigation({ name: 'login' }),
  [onboardingPaths.thankYou.pattern]: onboardingPaths.thankYou({ isLicense: 'full' }),
});

/** The address of a route. Throws if a parameter has no value, so that a new route cannot be forgotten. */
function addressOf(pattern: string, { pages }: ModuleDeclaration['routes'][string], filled: Readonly<Record<string, string>>): string {
  const step = stepOf[pattern];
  const path = filled[pattern] ?? Object.keys(pages ?? {})[0] ?? (step ? pattern.replace(':id', guardOf(step).id) : pattern);
  if (path.includes('/:')) throw new Error(`no address with data is known for ${pattern}: lab/bench/browser/routes.ts`);
  return path;
}

/** A built route at an address that shows data. */
export interface RouteAddress {
  module: ModuleName;
  pattern: string;
  path: string;
  access: Access;
  /** The onboarding step; its seed guard opens the route. Without it, `access` decides. */
  step?: Step;
}

/** Every built route of every remote, each with one address. */
export function routeAddresses(declared: DeclaredRoutes, things: SeededIds): RouteAddress[] {
  const filled = filledBy(things);
  return (Object.entries(declared) as [ModuleName, DeclaredRoutes[ModuleName]][]).flatMap(([module, { routes }]) =>
    Object.entries(routes).flatMap(([pattern, route]) => {
      if (route.built === false || pattern === '*') return [];
      const step = stepOf[pattern];
      return [{ module, pattern, path: addressOf(pattern, route, filled), access: route.access, ...(step && { step }) }];
    }),
  );
}
