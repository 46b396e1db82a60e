import { call, isApiError } from '@portal/api-client/call';
import { domainOf, type Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Failure } from '@portal/mf-kit/portal';
import { copyForSending } from './attachments';
import { classifyFailure, firstPerLine, isDue, isExpired, markExpired } from './entryRules';
import type { OutboxDeps } from './outboxTypes';
import type { Stored } from './stored';

export interface DispatcherDeps
  extends Pick<OutboxDeps, 'entries' | 'guardId' | 'now' | 'isTimeSynchronised' | 'isOnline' | 'runExclusive' | 'scheduleOnce' | 'report'> {
  /** Reads the device anew, shows it, and gives it. */
  refresh(): Promise<readonly Stored[]>;
  /** Writes down what became of an entry. */
  record(outcome: Stored): Promise<void>;
  /** What is under way changed, and the data of `changed`. */
  onInFlight(changed?: string): void;
  /** How much of an entry's files is sent. */
  onProgress(key: string, share: number): unknown;
  /** This tab has its turn: no other one sends. */
  onLockAcquired(): void;
  /** These were looked at: whatever is not under way waits. */
  onChecked(entries: readonly Stored[]): void;
}

const AGAIN_MS = 30_000;

const lostWords = 'This device can no longer read its files, so it was not sent.';
const lost: Failure = { code: 0, message: 'files lost', userMessage: lostWords, fields: {} };

/** Sends one entry to the server; gives it as it then stands, or null when it was broken off. Never rejects. */
async function sendEntry(entry: Stored, signal: AbortSignal, { guardId, now, report, onProgress }: DispatcherDeps): Promise<Stored | null> {
  const sent = await copyForSending(entry.input);
  // The session may have become another guard's while the files were read.
  if (signal.aborted || entry.guardId !== guardId()) return null;
  if (!sent) return { ...entry, state: 'failed', failure: lost };
  if (entry.bytes) onProgress(entry.key, 0);
  const progress = entry.bytes ? { onProgress: (share: number) => onProgress(entry.key, share) } : {};
  try {
    const { message, data } = await call(entry.call as Endpoint, sent.input, { idempotencyKey: entry.key, signal, ...progress });
    const { failure: _, ...made } = entry;
    return { ...made, state: 'sent', input: undefined, sentAt: now().toISOString(), reply: { message, data } };
  } catch (error) {
    if (signal.aborted) return null;
    if (!isApiError(error)) report(String(error));
    const decision = classifyFailure(error, entry.tries);
    const { failure } = decision;
    if (decision.kind === 'refused') return { ...entry, state: 'failed', failure };
    const { pauseMs, isTold } = decision;
    const tries = decision.kind === 'again' ? entry.tries + 1 : entry.tries;
    return { ...entry, tries, isTold, failure, notBefore: new Date(now().getTime() + pauseMs).toISOString() };
  }
}

/** Sends what is due, one tab at a time: each line in its order, lines beside each other. */
export function createDispatcher(parts: DispatcherDeps) {
  const { entries, now, report } = parts;
  /** The keys under way in this tab, and how to break each off. */
  const inFlight = new Map<string, AbortController>();
  let isRunning = false;
  let isWanted = false;
  let isHurried = false;
  let wake: () => void = () => undefined;

  async function dispatch(entry: Stored) {
    const stop = new AbortController();
    inFlight.set(entry.key, stop);
    const outcome = await sendEntry(entry, stop.signal, parts);
    if (outcome) await parts.record(outcome);
    inFlight.delete(entry.key);
    parts.onInFlight(outcome?.state === 'sent' ? domainOf(outcome.call.id) : undefined);
    // What became of it is shown, and the next of its line has its turn, also when the device failed meanwhile.
    void send();
  }

  /** One look at all of them. True: something else may go out now. */
  async function runOnce(isMine: () => boolean): Promise<boolean> {
    const hurry = isHurried;
    isWanted = false;
    isHurried = false;
    const all = await parts.refresh();
    const idle = firstPerLine(all).filter(({ key }) => !inFlight.has(key));
    const late = idle.filter((entry) => isExpired(entry, now()));
    const inTime = (entry: Stored) => !entry.isShut && !late.includes(entry) && isDue(entry, now(), hurry);
    // The session may have ended while the device was read, or the turn gone to another tab.
    const due = parts.isOnline() && isMine() ? idle.filter((entry) => inTime(entry) && entry.guardId === parts.guardId()) : [];
    for (const entry of due) void dispatch(entry);
    if (parts.isTimeSynchronised())
      for (const { guardId, key } of late) await entries.change(guardId, key, (entry) => markExpired(entry, now()));
    parts.onChecked(all);
    if (due.length > 0) parts.onInFlight();
    await parts.refresh();
    return parts.isTimeSynchronised() && late.length > 0;
  }

  async function runUntilIdle(isMine: () => boolean): Promise<void> {
    parts.onLockAcquired();
    do {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (await runOnce(isMine)) isWanted = true;
      if (inFlight.size > 0 && !isWanted) await woken;
    } while (inFlight.size > 0 || (isWanted && isMine()));
  }

  /** Sends what may go out, as soon as this tab has its turn. `hurry`: something says that it may work now. */
  async function send(hurry = false): Promise<void> {
    isWanted = true;
    isHurried ||= hurry;
    wake();
    if (isRunning) return;
    isRunning = true;
    try {
      while (isWanted) await parts.runExclusive(runUntilIdle);
    } catch (error) {
      // The device did not answer for a moment; what it keeps is still there.
      report(String(error));
      parts.scheduleOnce(AGAIN_MS, () => void send());
    } finally {
      isRunning = false;
    }
  }
  return {
    send,
    inFlight: () => [...inFlight.keys()],
    isInFlight: (key: string) => inFlight.has(key),
    /** Breaks off what this tab sends under a key: it was dismissed. */
    stop: (key: string) => inFlight.get(key)?.abort(),
  };
}
