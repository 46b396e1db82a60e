import type { DeviceTime } from '@portal/contracts/_kernel/deviceTime';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { DurableWrite, Failure, Outbox, Portal, WriteEntry, WriteOptions } from '@portal/mf-kit/portal';
import type { Signal } from '../platform/signal';
import type { TraceHeaders } from '../telemetry/callTrace';

/** The state of a queue entry. Rows and screens have frozen names for fewer states: `stateOf` and `toWriteEntry` map them. */
export type EntryState =
  /** New, and no lock owner has reported it yet. */
  | 'adding'
  | 'queued'
  /** It has no reply, and is sent again after a growing pause. */
  | 'backingOff'
  /** The server named the pause. Only the guard's own Retry ends it. */
  | 'serverPause'
  /** This device cannot open its content now. */
  | 'locked'
  | 'inFlight'
  | 'sent'
  | 'refused'
  | 'expired';

/** The parts of an endpoint that the transport needs: a schema cannot be stored. */
export type StoredCall = Pick<Endpoint, 'id' | 'method' | 'path' | 'auth' | 'body' | 'query' | 'always' | 'jsonRows'>;

/** When a write was made: see `DeviceTime` of the contracts. `known`: the sum of running times then. */
export interface ActTime extends Omit<DeviceTime, 'waited'> {
  known: number;
}

/** One durable write as the device stores it. Names are frozen. Times are the server's, as ISO texts. */
export interface StoredEntry {
  seq: number;
  guardId: string;
  key: string;
  call: StoredCall;
  input: unknown;
  /** The size of its files. Missing without files. */
  bytes?: number;
  order: string | null;
  what: string;
  createdAt: string;
  /** Missing without a server time, and in rows of an older release. */
  time?: ActTime;
  validUntil: string | null;
  state: 'waiting' | 'sent' | 'failed';
  tries: number;
  notBefore: string | null;
  /** The server named the pause until `notBefore`. */
  isTold: boolean;
  sentAt?: string;
  reply?: { message: string; data: unknown };
  failure?: Failure;
  expired?: true;
  isQuiet?: true;
  /** The trace of its tap. Missing in rows of an older release. */
  trace?: TraceHeaders;
  /** Its content cannot be opened now. Not stored. */
  isShut?: true;
}

/** A message to the other tabs. An empty one: an entry changed. */
export interface OutboxMessage {
  /** The keys that the sending tab has in flight. */
  sending?: readonly string[];
  progress?: { key: string; share: number };
  /** The tab that sends this key aborts it. */
  dismissed?: string;
  /** A sent entry changed the data of this domain. */
  changed?: string;
}

export type DurableOptions = WriteOptions & { durable: DurableWrite; key: string; trace?: TraceHeaders };

export interface OutboxView extends Pick<Outbox, 'retry' | 'dismiss'> {
  readonly entries: Signal<readonly WriteEntry[]>;
}

export interface OutboxProps {
  outbox: OutboxView;
  portal: Pick<Portal, 'toast' | 'announce' | 'confirm' | 'now'>;
  isLost: Signal<boolean>;
  place: Signal<{ pathname: string }>;
}
