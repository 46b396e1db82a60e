import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Sent } from './wire';

export interface Case {
  name: string;
  sent: Sent;
  /** The input as the server will join it; undefined: the schema is not asked, because it never sees one. */
  input?: Record<string, unknown>;
  /** Must be refused, whatever the schema says. */
  isRefused?: boolean;
  /** Refused with this status. */
  status?: number;
  /** Only the beginning is sent. */
  hangsUp?: true;
}

export interface Subject {
  endpoint: Endpoint;
  /** What succeeds, or comes nearest. */
  right: Record<string, unknown>;
  headers: Record<string, string>;
  /** Another guard's id. */
  foreign: string;
}
