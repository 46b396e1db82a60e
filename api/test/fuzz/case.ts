import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Scene } from './scene';
import type { SentRequest } from './wire';

export interface FuzzCase {
  name: string;
  sent: SentRequest;
  /** The input as the server will read it; undefined if the schema never sees one. */
  input?: Record<string, unknown>;
  /** Must be refused, even if the schema accepts it. */
  isRefused?: boolean;
  /** Refused with this status. */
  status?: number;
  /** Names another guard's id: it is refused, unless every guard may name it. */
  isForeign?: 'is refused' | 'may be';
  /** The same call with unknown ids. Another guard's data must be refused with this same message, unless by 403 or 404. */
  unknown?: SentRequest;
  /** Only the beginning of the request is sent. */
  hangsUp?: true;
}

export interface FuzzSubject {
  endpoint: Endpoint;
  /** The valid input, or the nearest one. */
  right: Record<string, unknown>;
  headers: Record<string, string>;
  /** The same scene of another guard. */
  theirs: Scene;
}
