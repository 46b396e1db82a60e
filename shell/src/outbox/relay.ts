import { call, isApiError } from '@portal/api-client/call';
import { domainOf, type Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { Failure } from '@portal/mf-kit/portal';
import { toSend } from './files';
import type { QueueParts } from './parts';
import { decide, expired, heads, isDue, isExpired } from './retryPolicy';
import type { Stored } from './stored';

export interface RelayParts extends Pick<QueueParts, 'entries' | 'guardId' | 'now' | 'isSure' | 'isOnline' | 'alone' | 'later' | 'report'> {
  /** Reads the device anew, shows it, and gives it. */
  refresh(): Promise<readonly Stored[]>;
  /** Writes down what became of an entry. */
  record(outcome: Stored): Promise<void>;
  /** What is under way changed, and the data of `changed`. */
  onInFlight(changed?: string): void;
  /** How much of an entry's files is sent. */
  onProgress(key: string, share: number): unknown;
  /** This tab has its turn: no other one sends. */
  onTurn(): void;
  /** These were looked at: whatever is not under way waits. */
  onScheduled(entries: readonly Stored[]): void;
}

const AGAIN_MS = 30_000;

const lostWords = 'This device can no longer read its files, so it was not sent.';
const lost: Failure = { code: 0, message: 'files lost', userMessage: lostWords, fields: {} };

/** Sends one entry to the server; gives it as it then stands, or null when it was broken off. Never rejects. */
async function deliver(entry: Stored, signal: AbortSignal, { guardId, now, report, onProgress }: RelayParts): Promise<Stored | null> {
  const sent = await toSend(entry.input);
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
    const decision = decide(error, entry.tries);
    const { failure } = decision;
    if (decision.kind === 'refused') return { ...entry, state: 'failed', failure };
    const { pauseMs, isTold } = decision;
    const tries = decision.kind === 'again' ? entry.tries + 1 : entry.tries;
    return { ...entry, tries, isTold, failure, notBefore: new Date(now().getTime() + pauseMs).toISOString() };
  }
}

/** Sends what is due, one tab at a time: each line in its order, lines beside each other. */
export function createRelay(parts: RelayParts) {
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
    const outcome = await deliver(entry, stop.signal, parts);
    if (outcome) await parts.record(outcome);
    inFlight.delete(entry.key);
    parts.onInFlight(outcome?.state === 'sent' ? domainOf(outcome.call.id) : undefined);
    // What became of it is shown, and the next of its line has its turn, also when the device failed meanwhile.
    void send();
  }

  /** One look at all of them. True: something else may go out now. */
  async function pass(isMine: () => boolean): Promise<boolean> {
    const hurry = isHurried;
    isWanted = false;
    isHurried = false;
    const all = await parts.refresh();
    const idle = heads(all).filter(({ key }) => !inFlight.has(key));
    const late = idle.filter((entry) => isExpired(entry, now()));
    const inTime = (entry: Stored) => !entry.isShut && !late.includes(entry) && isDue(entry, now(), hurry);
    // The session may have ended while the device was read, or the turn gone to another tab.
    const due = parts.isOnline() && isMine() ? idle.filter((entry) => inTime(entry) && entry.guardId === parts.guardId()) : [];
    for (const entry of due) void dispatch(entry);
    if (parts.isSure()) for (const { guardId, key } of late) await entries.change(guardId, key, (entry) => expired(entry, now()));
    parts.onScheduled(all);
    if (due.length > 0) parts.onInFlight();
    await parts.refresh();
    return parts.isSure() && late.length > 0;
  }

  async function sendAll(isMine: () => boolean): Promise<void> {
    parts.onTurn();
    do {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (await pass(isMine)) isWanted = true;
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
      while (isWanted) await parts.alone(sendAll);
    } catch (error) {
      // The device did not answer for a moment; what it keeps is still there.
      report(String(error));
      parts.later(AGAIN_MS, () => void send());
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
