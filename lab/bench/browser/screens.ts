import { authPaths } from '@portal/contracts/auth/auth.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { demo } from '../../../api/seed/demo';

/** The screens with a measured first load. */
export const screens = {
  home: { path: pagesPaths.home(), asGuard: false },
  login: { path: authPaths.login(), asGuard: false },
  signup: { path: authPaths.signup(), asGuard: false },
  search: { path: jobsPaths.search(), asGuard: true },
  profile: { path: guardsPaths.myProfile({ id: demo.id }), asGuard: true },
} as const;

export type Screen = keyof typeof screens;
