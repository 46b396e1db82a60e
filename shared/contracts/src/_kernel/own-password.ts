import { object } from 'yup';
import { copy } from './copy';
import { typedPassword } from './text';

/** The guard's present password, asked again before something that matters; the server judges it. */
export const ownPassword = (wrong: string = copy.passwordWrong) =>
  typedPassword().typeError(copy.passwordRequired).required(copy.passwordRequired).max(1024, wrong);

/** A form with the guard's own password as its only field. */
export const ownPasswordRules = object({ password: ownPassword() });
