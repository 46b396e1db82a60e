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

/** Every route in the deployed portal's registry, except `*`. */
export async function routesOf(request: { get(path: string): Promise<{ json(): Promise<unknown> }> }): Promise<Route[]> {
  const signed = (await (await request.get('/registry.json')).json()) as SignedRegistry;
  const registry = JSON.parse(signed.document) as Registry;
  return Object.entries(registry.modules).flatMap(([module, { routes }]) =>
    Object.entries(withFormerFields(routes)).flatMap(([pattern, route]) => (pattern === '*' ? [] : [{ ...route, pattern, module }])),
  );
}

/** The first path that a remote declares. Throws if the remote is not active. */
export function frontOf(routes: readonly Route[], module: string): Route {
  const front = routes.find((route) => route.module === module);
  if (!front) throw new Error(`${module} is not active here`);
  return front;
}

/** Whether a page requires a login. */
export const isForGuards = ({ access }: Route): boolean => ['guard', 'held', 'session'].includes(access);

/** A pattern with `:id` replaced by the guard's id, or by a word if the path needs one. */
export const pathFor = (pattern: string, guardId: string): string =>
  pattern.replace(':type', 'bank').replace(':name', 'login').replace(':id', guardId);

/** The browser's message about the not-found page, which answers 404. */
export const pageNotFound = /status of 404 .*\/404$/;

/** Reads of pages that are opened with an unknown id, which they report. */
export const readsWithUnknownId = [ticketDetail, injuryDetail, documentDetail];

/** Paths that lead an approved guard to the profile: the login, and the onboarding steps that cannot be changed later. */
export const isClosedToApproved = ({ access, steps, opensAfterSteps }: Route): boolean =>
  access === 'visitor' || (steps !== undefined && opensAfterSteps !== true);

/** Asserts that the page is at the requested path. A redirect fails. */
export const expectAt = (page: Page, path: string): Promise<void> =>
  expect(page, `the address after ${path} was asked for`).toHaveURL((url) => url.pathname === new URL(path, url).pathname);

/** The steps of an unfinished guard, each with its page. */
export const unfinishedSteps = [
  { step: 'privacy', path: onboardingPaths.privacy },
  { step: 'terms', path: onboardingPaths.terms },
  { step: 'agreement', path: onboardingPaths.agreement },
  { step: 'otp', path: onboardingPaths.otp },
  { step: 'registration', path: onboardingPaths.registration },
  { step: 'work-profile', path: (keys: { id: string }) => onboardingPaths.workProfile(keys, { isShow: 'with_out_login' }) },
  { step: 'approval', path: () => onboardingPaths.thankYou({ isLicense: 'full' }) },
] as const;
