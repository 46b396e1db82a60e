import { copy } from '@portal/contracts/_kernel/copy';
import { failFields } from '../../platform/http/errors';
import { countTry, forgetTries } from '../../platform/http/rate-limit';
import type { SignedIn } from '../../platform/identity/sessions';
import { checkPassword, guard, hasPassword } from './guards.service';

/**
 * Counted together wherever a password is asked again. Wrong ones only: a right one forgets them. By the session, so that who has stolen one
 * does not keep the guard from changing the password by another; a new session takes the password.
 */
const triesPerSession = { bucket: 'own-password', max: 10, perSeconds: 900 };

/**
 * Asks the guard's password again, before something that a stolen session must not do; call it before the transaction of the act.
 * 400 at the input's own field, whose name is the one key of `given`; 429 after ten wrong ones in a quarter of an hour.
 */
export async function requirePassword(
  { id, sessionId }: Pick<SignedIn, 'id' | 'sessionId'>,
  given: Record<string, string>,
  wrong: string = copy.passwordWrong,
): Promise<void> {
  const [[field, password] = ['password', '']] = Object.entries(given);
  await countTry(triesPerSession, sessionId);
  const { email } = await guard(id);
  if ((await checkPassword(email, password))?.id !== id) failFields({ [field]: (await hasPassword(email)) ? wrong : copy.passwordUnknown });
  await forgetTries(triesPerSession, sessionId);
}
