import { type ApiError, installClient } from '@portal/api-client/call';
import { createTransport } from '@portal/api-client/transport';
import type { Line } from '../live/line';
import { type KeptParts, withKept } from '../offline/kept';
import type { SessionCore } from '../session/session';
import type { PageConfig } from './page';

export interface ClientParts {
  config: PageConfig;
  session: SessionCore;
  callSocket: Line['call'];
  onReachable: (reachable: boolean) => void;
  /** The server holds the guard back: the session is read again. */
  onHeld: () => void;
  /** What this device keeps of replies. */
  kept: KeptParts;
}

const isHeld = ({ data }: ApiError) => typeof data === 'object' && data !== null && 'nextStep' in data;

/** Makes the page's one client and gives every module access to it. */
export function startClient({ config, session, callSocket, onReachable, onHeld, kept }: ClientParts): void {
  const transport = createTransport({
    baseUrl: config.apiUrl,
    basic: config.basic,
    token: session.token,
    onReachable,
    callSocket,
    onUnauthorised: session.refused,
    onForbidden: (error) => {
      if (isHeld(error)) onHeld();
    },
  });
  installClient(withKept(transport, kept));
}
