import type { Outbox, Portal, WriteEntry } from '@portal/mf-kit/portal';
import type { Signal } from '../boot/signal';
import type { Tabs } from '../session/tabs';
import type { Run } from '../session/turn';
import type { Entries } from './entries';

/** What one tab tells the others: look again. */
export interface QueueNews {
  /** The keys under way, from the tab that sends. */
  sending?: readonly string[];
  /** How much of one is sent, from the tab that sends. */
  progress?: { key: string; share: number };
  /** One that the guard took back: whoever sends it breaks off. */
  dismissed?: string;
  /** A domain whose data a sent entry changed. */
  changed?: string;
}

export interface QueueParts {
  entries: Entries;
  /** Whose entries are shown and sent: the session's guard. */
  guardId(): string | null;
  now(): Date;
  /** The time is the server's: until it was heard, nothing expires. */
  isSure(): boolean;
  changed(domain: string): void;
  /** This write arrived: the draft that it was made of is none any more. */
  forgetDraft(guardId: string, key: string): Promise<void>;
  show(entries: readonly WriteEntry[]): void;
  tabs: Tabs<QueueNews>;
  /** Runs in one tab at a time; of one that slept, another takes the turn. */
  alone(run: Run): Promise<void>;
  /** Runs once, later; a second call takes the first one's place. */
  later(ms: number, run: () => void): void;
  isOnline(): boolean;
  report(detail: string): void;
}

/** What the chrome shows of it. */
export interface OutboxView extends Pick<Outbox, 'retry' | 'dismiss'> {
  readonly entries: Signal<readonly WriteEntry[]>;
}

export interface WaitingProps {
  outbox: OutboxView;
  portal: Pick<Portal, 'toast' | 'announce' | 'confirm' | 'now'>;
  isLost: Signal<boolean>;
  place: Signal<{ pathname: string }>;
}
