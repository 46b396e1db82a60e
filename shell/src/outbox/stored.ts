import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Failure } from '@portal/mf-kit/portal';

/** The parts of an endpoint that the transport needs: schemas cannot be stored, and a write is sent as it was made. */
export type StoredCall = Pick<Endpoint, 'id' | 'method' | 'path' | 'auth' | 'body' | 'query' | 'always' | 'jsonRows'>;

/** One durable write as the device keeps it. Instants are the server's, as ISO texts. */
export interface Stored {
  /** The order in which they were made, over all tabs. */
  seq: number;
  guardId: string;
  key: string;
  call: StoredCall;
  /** Files as they are, their bytes on this device. */
  input: unknown;
  /** Of its files. Missing without any. */
  bytes?: number;
  order: string | null;
  what: string;
  createdAt: string;
  validUntil: string | null;
  /** 'sending' is not kept: after a crash it would not be true. */
  state: 'waiting' | 'sent' | 'failed';
  /** Tries that had no answer. */
  tries: number;
  notBefore: string | null;
  /** The server named the wait: a new connection does not shorten it. */
  isTold: boolean;
  sentAt?: string;
  reply?: { message: string; data: unknown };
  failure?: Failure;
  expired?: true;
  isQuiet?: true;
  /** Its content does not open on this device now: it waits, and is not sent. */
  isShut?: true;
}
