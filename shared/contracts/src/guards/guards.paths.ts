import { path } from '../_kernel/path';

export const guardsPaths = {
  myProfile: path('/guard/myprofile/:id'),
  editProfile: path('/guard/editProfile'),
  myAccount: path('/guard/myAccount'),
  employers: path('/emp_details/:id'),
  settings: path('/setting'),
};
