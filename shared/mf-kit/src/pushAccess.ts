/**
 * Whether push messages reach this browser. `unconfigured`: this portal sends none; `unsupported`: this browser takes none;
 * `not asked`: the guard has not decided; `blocked`: only the browser's own settings can allow them again.
 */
export type PushState = 'unconfigured' | 'unsupported' | 'not asked' | 'blocked' | 'allowed';

export interface PushAccess {
  state(): PushState;
  /** Asks the guard where the browser does, and tells the server where messages then go. Call it on a press. `failed`: try again. */
  allow(): Promise<PushState | 'failed'>;
}
