export type Provider = 'google' | 'facebook';
export type SignInOutcome =
  | { kind: 'signed-in' }
  /** The provider is not configured here. */
  | { kind: 'unavailable'; message: string }
  /** The guard closed the provider's dialog, or it failed inside: nothing is shown (LOGIN-22). */
  | { kind: 'dismissed' }
  | { kind: 'refused'; message: string };
/** `connected`: with the server's words; `password`: the guard's own was refused, in the server's words. */
export type ConnectOutcome = { kind: 'connected' | 'password'; message: string } | Exclude<SignInOutcome, { kind: 'signed-in' }>;
