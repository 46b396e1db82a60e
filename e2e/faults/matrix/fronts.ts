import type { Locator, Page } from '@playwright/test';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import type { ModuleName } from '@portal/mf-kit/module';

export interface GuardLogin {
  id: string;
  email: string;
  password: string;
}

/** A notification from staff for the test guard, so that their alert list is not empty. */
export const ALERT = 'Bring your licence';

/** The screen that is tested for a module: it works when it shows its heading and data from the API. */
export interface Front {
  path: (guard: GuardLogin) => string;
  read: (page: Page, guard: GuardLogin) => Locator;
}

/** mf-public first, because the guard logs out at the end, where the portal's own menu is shown. */
export const fronts: Readonly<Record<ModuleName, Front>> = {
  'mf-public': { path: () => pagesPaths.faq(), read: (page) => page.getByRole('main').locator('details, h2') },
  'mf-jobs': { path: () => jobsPaths.search(), read: (page) => page.getByRole('link', { name: /^View More/ }) },
  'mf-communication': { path: () => notificationsPaths.list(), read: (page) => page.getByText(ALERT) },
  'mf-account': { path: ({ id }) => guardsPaths.myProfile({ id }), read: (page, { email }) => page.getByRole('main').getByText(email) },
  'mf-onboarding': {
    path: ({ id }) => onboardingPaths.workProfile({ id }, { isShow: 'with_login' }),
    read: (page) => page.getByRole('main').getByLabel('Concierge', { exact: true }),
  },
};
export const modules = Object.keys(fronts);
/** Path of the tested screen of a module. */
export const pathOf = (module: string, guard: GuardLogin): string => fronts[module as keyof typeof fronts]?.path(guard) ?? '/';
