import { authPaths } from '@portal/contracts/auth/auth.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';

/** The screens whose first load is measured. */
export const screens = {
  home: { path: pagesPaths.home(), asGuard: false },
  login: { path: authPaths.login(), asGuard: false },
  signup: { path: authPaths.signup(), asGuard: false },
  search: { path: jobsPaths.search(), asGuard: true },
} as const;

export type Screen = keyof typeof screens;
