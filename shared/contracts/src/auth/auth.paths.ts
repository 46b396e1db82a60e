import { path } from '../_kernel/path';

export const authPaths = {
  login: path('/guard/login'),
  signup: path('/guard/signup'),
  forgotPassword: path('/guard/forgot-password'),
  resetPassword: path('/guard/reset-password'),
};
