import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from 'jose';
import { now } from '../clock';
import { keyIds, signingKey, type TokenPurpose } from './keyring';

const ALGORITHM = 'HS256';

const keyOf = (purpose: TokenPurpose, keyId = ''): Uint8Array => {
  const key = signingKey(purpose, keyId);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
};

/** Signs a token that only this API reads, with the first key of the keyring. A token of one purpose is refused for every other. */
export function signOwnToken(purpose: TokenPurpose, claims: JWTPayload): Promise<string> {
  const [keyId] = keyIds();
  if (!keyId) throw new Error('There is no secret key to sign with');
  return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: keyId }).setAudience(purpose).sign(keyOf(purpose, keyId));
}

/** The claims of a token of this purpose, signed with any key of the keyring. @throws JOSEError */
export async function readOwnToken(
  purpose: TokenPurpose,
  token: string,
  options: Pick<JWTVerifyOptions, 'requiredClaims' | 'maxTokenAge' | 'clockTolerance'>,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, ({ kid }) => keyOf(purpose, kid), {
    ...options,
    algorithms: [ALGORITHM],
    audience: purpose,
    currentDate: now(),
  });
  return payload;
}
