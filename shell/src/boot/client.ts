import { type ApiError, type Client, installClient } from '@portal/api-client/call';
import { noAnswer } from '@portal/api-client/errors';
import { createTransport } from '@portal/api-client/transport';
import { isOfGuard } from '@portal/contracts/_kernel/endpoint';
import type { Line } from '../live/line';
import { type KeptParts, withKept } from '../offline/kept';
import { withConfirmation } from '../session/confirmation';
import type { SessionCore } from '../session/session';
import type { PageConfig } from './page';

export interface ClientParts {
  config: PageConfig;
  session: SessionCore;
  callSocket: Line['call'];
  onReachable: (reachable: boolean) => void;
  /** The server holds the guard back: the session is read again. */
  onHeld: () => void;
  /** Opens the dialog that confirms the session; resolves with true once it is confirmed. */
  confirmSession: () => Promise<boolean>;
  /** What this device keeps of replies. */
  kept: KeptParts;
}

const isHeld = ({ data }: ApiError) => typeof data === 'object' && data !== null && 'nextStep' in data;

/**
 * Lets nothing of the guard's be read while they log out: the server ends their socket with their session, and what follows it would read
 * everything anew with a token that is over. Whoever stays has it read then.
 */
function heldWhileLeaving(client: Client, session: Pick<SessionCore, 'leaving' | 'token'>): Client {
  return {
    ...client,
    async send(endpoint, input, asked) {
      const decided = endpoint.method === 'GET' && isOfGuard(endpoint) ? session.leaving() : null;
      if (decided === null) return client.send(endpoint, input, asked);
      await decided;
      if (session.token() === null) throw noAnswer();
      return client.send(endpoint, input, asked);
    },
  };
}

/** Makes the page's one client and gives every module access to it. */
export function startClient({ config, session, callSocket, onReachable, onHeld, confirmSession, kept }: ClientParts): void {
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
  const client = withKept(heldWhileLeaving(transport, session), kept);
  installClient(withConfirmation(client, { token: session.token, ask: confirmSession }));
}
