import { path } from '../_kernel/path';

export const onboardingPaths = {
  selectNavigation: path('/select-navigation/:name'),
  privacy: path('/privacy/:id'),
  terms: path('/termsUse/:id'),
  agreement: path('/guard-agreement/:id'),
  otp: path('/guard/otp/:id'),
  registration: path('/guard/registration/:id'),
  review: path('/review/:id'),
  workProfile: path('/work-profile/:id'),
  thankYou: path('/thankYou'),
};

/** The target of 'Guards' on the landing choice. `name` selects one of the guards' screens (SELNAV-02). */
export const guardsEntrance = path('/guard/:name');
