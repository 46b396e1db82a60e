import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { defineModule } from '@portal/mf-kit/module';

const guardPage = { access: 'guard', chrome: 'guard' } as const;
const heldPage = { access: 'held', chrome: 'guard' } as const;

export const module = defineModule({
  name: 'mf-account',
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
      chunk: 'profile',
    },
    [guardsPaths.editProfile.pattern]: { ...guardPage, title: 'Edit Profile', chunk: 'edit-profile' },
    [documentsPaths.list.pattern]: { ...heldPage, nearShift: true, title: 'My Documents', chunk: 'documents' },
    [documentsPaths.edit.pattern]: { ...heldPage, title: 'Update Document', chunk: 'document' },
    [documentsPaths.add.pattern]: { ...heldPage, title: 'Add Documents', chunk: 'add-docs' },
    [guardsPaths.myAccount.pattern]: { ...guardPage, title: 'My Accounts', chunk: 'account' },
    [guardsPaths.employers.pattern]: { ...guardPage, title: 'Previous Employers', chunk: 'employers' },
    [earningsPaths.withdraw.pattern]: {
      ...guardPage,
      title: 'My Earning',
      nav: [{ slot: 'side', label: 'My Earning', order: 30, to: earningsPaths.withdraw(), icon: 'wallet' }],
      chunk: 'earnings',
    },
    [earningsPaths.sample.pattern]: { ...guardPage, title: 'Earnings (sample)', chunk: 'earnings-sample' },
    [ratingsPaths.list.pattern]: {
      ...guardPage,
      title: 'My Ratings',
      nav: [{ slot: 'side', label: 'My Ratings', order: 40, to: ratingsPaths.list(), icon: 'star' }],
      chunk: 'ratings',
    },
    [ratingsPaths.sample.pattern]: { ...guardPage, title: 'Ratings (sample)', chunk: 'ratings-sample' },
    [guardsPaths.settings.pattern]: {
      ...guardPage,
      title: 'Settings',
      nav: [{ slot: 'side', label: 'Settings', order: 80, to: guardsPaths.settings(), icon: 'settings' }],
      chunk: 'settings',
    },
  },
});
