import { factorMessages } from '@portal/contracts/auth/auth.factors';

export type PasskeyOutcome = { kind: 'answered'; response: Record<string, unknown> } | { kind: 'failed'; message: string };

export const passkeyMessages = {
  unavailable: 'This browser has no passkeys. Use another browser, or an authenticator app.',
  cancelled: 'The passkey was not used: you cancelled, or it took too long. Please try again.',
  failed: 'The passkey could not be used. Please try again.',
} as const;

/** Whether this browser supports passkeys and can read the API's options. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

function wordsOf(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return passkeyMessages.cancelled;
  return name === 'InvalidStateError' ? factorMessages.passkeyKnown : passkeyMessages.failed;
}

async function answer(ask: () => Promise<Credential | null>): Promise<PasskeyOutcome> {
  if (!hasPasskeys()) return { kind: 'failed', message: passkeyMessages.unavailable };
  try {
    const credential = await ask();
    if (!(credential instanceof PublicKeyCredential)) return { kind: 'failed', message: passkeyMessages.failed };
    return { kind: 'answered', response: credential.toJSON() as unknown as Record<string, unknown> };
  } catch (error) {
    return { kind: 'failed', message: wordsOf(error) };
  }
}

type Options = Record<string, unknown>;

export const createPasskey = (options: Options): Promise<PasskeyOutcome> =>
  answer(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON),
    }),
  );

export const answerWithPasskey = (options: Options): Promise<PasskeyOutcome> =>
  answer(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON),
    }),
  );
