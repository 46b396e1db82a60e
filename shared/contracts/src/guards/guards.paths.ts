import { path } from '../_kernel/path';

export const guardsPaths = {
  myProfile: path('/guard/myprofile/:id'),
  editProfile: path('/guard/editProfile'),
  myAccount: path('/guard/myAccount'),
  employers: path('/emp_details/:id'),
  settings: path('/setting'),
};

/** The fragments of `settings`. Each opens a sub-page; mails and notices link to them. */
export const settingsFragments = ['alerts', 'connected', 'contact', 'password', 'factors', 'sessions', 'privacy'] as const;
export type SettingsFragment = (typeof settingsFragments)[number];
