import { string } from 'yup';
import { copy } from './copy';

/** The guard's present password, asked again before something that matters; the server judges it. */
export const ownPassword = (wrong: string = copy.passwordWrong) =>
  string().typeError(copy.passwordRequired).required(copy.passwordRequired).max(1024, wrong);
