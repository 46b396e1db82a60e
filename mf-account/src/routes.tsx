import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { defineRoutes, lazyScreen, type RouteMap } from '@portal/mf-kit/routes';
import type { module } from '../module';

export const sitemap: RouteMap<keyof typeof module.routes> = {
  [guardsPaths.myProfile.pattern]: lazyScreen(() => import('./features/guards/profile/ProfileScreen').then((file) => file.ProfileScreen)),
  [guardsPaths.editProfile.pattern]: lazyScreen(() =>
    import('./features/guards/edit/EditProfileScreen').then((file) => file.EditProfileScreen),
  ),
  [documentsPaths.list.pattern]: lazyScreen(() => import('./features/documents/list/DocumentsScreen').then((file) => file.DocumentsScreen)),
  [documentsPaths.edit.pattern]: lazyScreen(() =>
    import('./features/documents/edit/EditDocumentScreen').then((file) => file.EditDocumentScreen),
  ),
  [documentsPaths.add.pattern]: lazyScreen(() => import('./features/documents/add/AddDocsScreen').then((file) => file.AddDocsScreen)),
  [guardsPaths.myAccount.pattern]: lazyScreen(() =>
    import('./features/guards/account/MyAccountScreen').then((file) => file.MyAccountScreen),
  ),
  [guardsPaths.employers.pattern]: lazyScreen(() =>
    import('./features/guards/employers/EmployersScreen').then((file) => file.EmployersScreen),
  ),
  [earningsPaths.withdraw.pattern]: lazyScreen(() =>
    import('./features/earnings/withdraw/WithdrawScreen').then((file) => file.WithdrawScreen),
  ),
  [earningsPaths.sample.pattern]: lazyScreen(() =>
    import('./features/earnings/sample/EarningsSampleScreen').then((file) => file.EarningsSampleScreen),
  ),
  [ratingsPaths.list.pattern]: lazyScreen(() => import('./features/ratings/list/RatingsScreen').then((file) => file.RatingsScreen)),
  [ratingsPaths.sample.pattern]: lazyScreen(() =>
    import('./features/ratings/sample/RatingsSampleScreen').then((file) => file.RatingsSampleScreen),
  ),
  [guardsPaths.settings.pattern]: lazyScreen(() => import('./features/settings/SettingsScreen').then((file) => file.SettingsScreen)),
};

export const Screens = defineRoutes(sitemap);
