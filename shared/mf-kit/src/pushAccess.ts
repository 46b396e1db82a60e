/**
 * Whether push messages reach this browser. `unconfigured`: the portal sends none. `unsupported`: the browser cannot receive them. `not
 * asked`: the guard has not decided. `blocked`: only the browser's settings can allow them.
 */
export type PushState = 'unconfigured' | 'unsupported' | 'not asked' | 'blocked' | 'allowed';

export interface PushAccess {
  state: () => PushState;
  /** Asks the guard for permission if necessary, and registers this browser with the server. Call it from a press. `failed`: try again. */
  allow: () => Promise<PushState | 'failed'>;
}
