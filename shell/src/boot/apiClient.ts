import { type ApiError, type CallOptions, type Client, installClient } from '@portal/api-client/call';
import { noAnswer } from '@portal/api-client/errors';
import { createTransport } from '@portal/api-client/transport';
import { isGuardCall } from '@portal/contracts/_kernel/endpoint';
import { type ReplyCacheDeps, withReplyCache } from '../offline/replyCache';
import type { PageConfig } from '../platform/pageData';
import type { RealtimeChannel } from '../realtime/realtimeChannel';
import { withConfirmation } from '../session/confirmation';
import type { SessionCore } from '../session/session';
import type { TraceHeaders } from '../telemetry/callTrace';

export interface ApiClientDeps {
  config: PageConfig;
  session: SessionCore;
  callSocket: RealtimeChannel['call'];
  onReachable: (reachable: boolean) => void;
  /** The server refused a call because of an open onboarding step. */
  onSessionOutdated: () => void;
  /** Resolves with true once the guard has confirmed the session. */
  confirmSession: () => Promise<boolean>;
  kept: ReplyCacheDeps;
  /** The headers of a call that begins now. */
  traceCall: () => TraceHeaders;
}

const isAwaitingStep = ({ data }: ApiError) => typeof data === 'object' && data !== null && 'nextStep' in data;

/** The server ends the socket with the session, and a page without a socket reads everything again. During a logout these reads wait. */
function pauseReadsDuringLogout(client: Client, session: Pick<SessionCore, 'logoutDecision' | 'token'>): Client {
  return {
    ...client,
    async send(endpoint, input, asked) {
      const decided = endpoint.method === 'GET' && isGuardCall(endpoint) ? session.logoutDecision() : null;
      if (decided === null) return client.send(endpoint, input, asked);
      await decided;
      if (session.token() === null) throw noAnswer();
      return client.send(endpoint, input, asked);
    },
  };
}

/** Adds the trace of a call. A write has it already: its retries keep the trace of the first try. */
function withTrace(client: Client, traceCall: () => TraceHeaders): Client {
  const traced = (asked?: CallOptions) => (asked?.headers?.baggage ? asked : { ...asked, headers: { ...asked?.headers, ...traceCall() } });
  return {
    send: (endpoint, input, asked) => client.send(endpoint, input, traced(asked)),
    file: (endpoint, input, asked) => client.file(endpoint, input, traced(asked)),
  };
}

/** Installs the one API client of the page, which every module uses. */
export function installApiClient({
  config,
  session,
  onSessionOutdated,
  confirmSession,
  kept,
  traceCall,
  ...transportDeps
}: ApiClientDeps): void {
  const transport = createTransport({
    ...transportDeps,
    baseUrl: config.apiUrl,
    basic: config.basic,
    token: session.token,
    onUnauthorised: session.handleUnauthorised,
    onForbidden: (error) => {
      if (isAwaitingStep(error)) onSessionOutdated();
    },
  });
  const client = withReplyCache(pauseReadsDuringLogout(transport, session), kept);
  installClient(withTrace(withConfirmation(client, { token: session.token, ask: confirmSession }), traceCall));
}
