import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { defineModule } from '@portal/mf-kit/module';

const guardPage = { access: 'guard', chrome: 'guard' } as const;
const heldPage = { access: 'held', chrome: 'guard' } as const;

export const module = defineModule({
  name: 'mf-account',
  owner: '@portal/account',
  objective: { availability: 0.995, latencyMs: 2500 },
  portal: 1,
  contracts: { auth: 1, documents: 1, guards: 1, media: 1, specialities: 1, jobs: 1, earnings: 1, privacy: 1, ratings: 1, shifts: 1 },
  routes: {
    [guardsPaths.myProfile.pattern]: {
      ...guardPage,
      nearShift: true,
      title: 'My Profile',
      nav: [
        {
          slot: 'top',
          label: 'My Jobs',
          order: 10,
          to: `${guardsPaths.myProfile.pattern.replace(':id', ':guardId')}#jobs`,
          icon: 'briefcase',
        },
        { slot: 'side', label: 'My Profile', order: 10, to: guardsPaths.myProfile.pattern.replace(':id', ':guardId'), icon: 'user' },
      ],
    },
    [guardsPaths.editProfile.pattern]: { ...guardPage, title: 'Edit Profile' },
    [documentsPaths.list.pattern]: {
      ...heldPage,
      nearShift: true,
      title: 'My Documents',
      nav: [{ slot: 'top', label: 'My Documents', order: 20, to: documentsPaths.list(), icon: 'note', shownAt: ['approval'] }],
    },
    [documentsPaths.edit.pattern]: { ...heldPage, title: 'Update Document' },
    [documentsPaths.add.pattern]: { ...heldPage, title: 'Add Documents' },
    [guardsPaths.myAccount.pattern]: { ...guardPage, title: 'My Accounts' },
    [guardsPaths.employers.pattern]: { ...guardPage, title: 'Previous Employers' },
    [earningsPaths.withdraw.pattern]: {
      ...guardPage,
      title: 'My Earning',
      nav: [{ slot: 'side', label: 'My Earning', order: 30, to: earningsPaths.withdraw(), icon: 'wallet' }],
    },
    [earningsPaths.sample.pattern]: { ...guardPage, title: 'Earnings (sample)' },
    [ratingsPaths.list.pattern]: {
      ...guardPage,
      title: 'My Ratings',
      nav: [{ slot: 'side', label: 'My Ratings', order: 40, to: ratingsPaths.list(), icon: 'star' }],
    },
    [ratingsPaths.sample.pattern]: { ...guardPage, title: 'Ratings (sample)' },
    [guardsPaths.settings.pattern]: {
      ...guardPage,
      title: 'Settings',
      nav: [{ slot: 'side', label: 'Settings', order: 80, to: guardsPaths.settings(), icon: 'settings' }],
    },
  },
});
