import { object } from 'yup';
import { copy } from './copy';
import { typedPassword } from './text';

/** The guard's current password, required again before a sensitive change. The server verifies it. */
export const ownPassword = (wrong: string = copy.passwordWrong) =>
  typedPassword().typeError(copy.passwordRequired).required(copy.passwordRequired).max(1024, wrong);

export const ownPasswordRules = object({ password: ownPassword() });
