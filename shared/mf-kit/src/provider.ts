export type Provider = 'google' | 'facebook';
export type SignInOutcome =
  | { kind: 'signed-in' }
  | { kind: 'unavailable'; message: string }
  /** The guard closed the provider's dialog, or it failed. Nothing is shown (LOGIN-22). */
  | { kind: 'dismissed' }
  | { kind: 'refused'; message: string };
/** `connected`: with the server's message. `password`: the guard's password was refused, with the server's message. */
export type ConnectOutcome = { kind: 'connected' | 'password'; message: string } | Exclude<SignInOutcome, { kind: 'signed-in' }>;
