import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { routesOf, type Sitemap, screen } from '@portal/mf-kit/routes';
import type { module } from '../module';

/** Path to screen. The chunk names are module.ts's: the HTML of a path preloads its screen by them. */
export const sitemap: Sitemap<keyof typeof module.routes> = {
  [guardsPaths.myProfile.pattern]: screen(() =>
    import(/* webpackChunkName: "profile" */ './features/guards/profile/ProfileScreen').then((file) => file.ProfileScreen),
  ),
  [guardsPaths.editProfile.pattern]: screen(() =>
    import(/* webpackChunkName: "edit-profile" */ './features/guards/edit/EditProfileScreen').then((file) => file.EditProfileScreen),
  ),
  [documentsPaths.list.pattern]: screen(() =>
    import(/* webpackChunkName: "documents" */ './features/documents/list/DocumentsScreen').then((file) => file.DocumentsScreen),
  ),
  [documentsPaths.edit.pattern]: screen(() =>
    import(/* webpackChunkName: "document" */ './features/documents/edit/EditDocumentScreen').then((file) => file.EditDocumentScreen),
  ),
  [documentsPaths.add.pattern]: screen(() =>
    import(/* webpackChunkName: "add-docs" */ './features/documents/add/AddDocsScreen').then((file) => file.AddDocsScreen),
  ),
  [guardsPaths.myAccount.pattern]: screen(() =>
    import(/* webpackChunkName: "account" */ './features/guards/account/MyAccountScreen').then((file) => file.MyAccountScreen),
  ),
  [guardsPaths.employers.pattern]: screen(() =>
    import(/* webpackChunkName: "employers" */ './features/guards/employers/EmployersScreen').then((file) => file.EmployersScreen),
  ),
  [earningsPaths.withdraw.pattern]: screen(() =>
    import(/* webpackChunkName: "earnings" */ './features/earnings/withdraw/WithdrawScreen').then((file) => file.WithdrawScreen),
  ),
  [earningsPaths.sample.pattern]: screen(() =>
    import(/* webpackChunkName: "earnings-sample" */ './features/earnings/sample/EarningsSampleScreen').then(
      (file) => file.EarningsSampleScreen,
    ),
  ),
  [ratingsPaths.list.pattern]: screen(() =>
    import(/* webpackChunkName: "ratings" */ './features/ratings/list/RatingsScreen').then((file) => file.RatingsScreen),
  ),
  [ratingsPaths.sample.pattern]: screen(() =>
    import(/* webpackChunkName: "ratings-sample" */ './features/ratings/sample/RatingsSampleScreen').then(
      (file) => file.RatingsSampleScreen,
    ),
  ),
  [guardsPaths.settings.pattern]: screen(() =>
    import(/* webpackChunkName: "settings" */ './features/settings/SettingsScreen').then((file) => file.SettingsScreen),
  ),
};

export const Screens = routesOf(sitemap);
