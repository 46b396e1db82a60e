import type { Outbox, Portal, WriteEntry } from '@portal/mf-kit/portal';
import type { Signal } from '../platform/signal';
import type { Broadcast } from '../tabs/broadcast';
import type { Run } from '../tabs/exclusiveRun';
import type { Entries } from './entryStore';

/** What one tab tells the others: look again. */
export interface OutboxMessage {
  /** The keys under way, from the tab that sends. */
  sending?: readonly string[];
  /** How much of one is sent, from the tab that sends. */
  progress?: { key: string; share: number };
  /** One that the guard took back: whoever sends it breaks off. */
  dismissed?: string;
  /** A domain whose data a sent entry changed. */
  changed?: string;
}

export interface OutboxDeps {
  entries: Entries;
  /** Whose entries are shown and sent: the session's guard. */
  guardId(): string | null;
  now(): Date;
  /** The time is the server's: until it was heard, nothing expires. */
  isTimeSynchronised(): boolean;
  changed(domain: string): void;
  /** This write arrived: the draft that it was made of is none any more. */
  forgetDraft(guardId: string, key: string): Promise<void>;
  show(entries: readonly WriteEntry[]): void;
  tabs: Broadcast<OutboxMessage>;
  /** Runs in one tab at a time; of one that slept, another takes the turn. */
  runExclusive(run: Run): Promise<void>;
  /** Runs once, later; a second call takes the first one's place. */
  scheduleOnce(ms: number, run: () => void): void;
  isOnline(): boolean;
  report(detail: string): void;
}

/** What the chrome shows of it. */
export interface OutboxView extends Pick<Outbox, 'retry' | 'dismiss'> {
  readonly entries: Signal<readonly WriteEntry[]>;
}

export interface OutboxProps {
  outbox: OutboxView;
  portal: Pick<Portal, 'toast' | 'announce' | 'confirm' | 'now'>;
  isLost: Signal<boolean>;
  place: Signal<{ pathname: string }>;
}
