import { expect, type Page } from '@playwright/test';
import { documentDetail } from '@portal/contracts/documents/documents.endpoints';
import { injuryDetail } from '@portal/contracts/injuries/injuries.endpoints';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { ticketDetail } from '@portal/contracts/tickets/tickets.endpoints';
import { withFormerFields } from '@portal/mf-kit/formerRoutes';
import type { Registry, RouteDeclaration, SignedRegistry } from '@portal/mf-kit/module';

export interface Route extends RouteDeclaration {
  pattern: string;
  module: string;
}

/** Every route that the deployed portal's registry declares, `*` left out. */
export async function routesOf(request: { get(path: string): Promise<{ json(): Promise<unknown> }> }): Promise<Route[]> {
  const signed = (await (await request.get('/registry.json')).json()) as SignedRegistry;
  const registry = JSON.parse(signed.document) as Registry;
  return Object.entries(registry.modules).flatMap(([module, { routes }]) =>
    Object.entries(withFormerFields(routes)).flatMap(([pattern, route]) => (pattern === '*' ? [] : [{ ...route, pattern, module }])),
  );
}

/** Where a remote begins: the first path that it declares. Throws for one that is not active. */
export function frontOf(routes: readonly Route[], module: string): Route {
  const front = routes.find((route) => route.module === module);
  if (!front) throw new Error(`${module} is not active here`);
  return front;
}

/** Whether a page is open to a guard alone, and wants a login. */
export const wantsGuard = ({ access }: Route): boolean => ['guard', 'held', 'session'].includes(access);

/** A pattern with its `:id` filled: the guard's own id, or a word where the path wants one. */
export const openable = (pattern: string, guardId: string): string =>
  pattern.replace(':type', 'bank').replace(':name', 'login').replace(':id', guardId);

/** What the browser says of the page that says that there is none: it answers 404. */
export const pageNotFound = /status of 404 .*\/404$/;

/** What pages that are opened with an id of nothing ask for: they say that it is not there. */
export const readsOfNothing = [ticketDetail, injuryDetail, documentDetail];

/** Paths that lead a guard with nothing left to do to the profile: the login's, and the steps of the onboarding that cannot be changed later. */
export const closedToApproved = ({ access, steps, opensAfterSteps }: Route): boolean =>
  access === 'visitor' || (steps !== undefined && opensAfterSteps !== true);

/** The page stands at the asked path: a redirect is a result of its own, never the page. */
export const expectAt = (page: Page, path: string): Promise<void> =>
  expect(page, `the address after ${path} was asked for`).toHaveURL((url) => url.pathname === new URL(path, url).pathname);

/** The steps at which a guard may stand who is not done, each with its page. */
export const unfinished = [
  { step: 'privacy', path: onboardingPaths.privacy },
  { step: 'terms', path: onboardingPaths.terms },
  { step: 'agreement', path: onboardingPaths.agreement },
  { step: 'otp', path: onboardingPaths.otp },
  { step: 'registration', path: onboardingPaths.registration },
  { step: 'work-profile', path: (keys: { id: string }) => onboardingPaths.workProfile(keys, { isShow: 'with_out_login' }) },
  { step: 'approval', path: () => onboardingPaths.thankYou({ isLicense: 'full' }) },
] as const;
