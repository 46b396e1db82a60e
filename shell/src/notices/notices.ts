import type { Portal, Question, ToastKind } from '@portal/mf-kit/portal';
import { signal } from '../platform/signal';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}
export interface OpenQuestion extends Question {
  answer(yes: boolean): void;
}

const SETTLE_MS = 100;
/** An announcement is removed after this time: a screen reader must not find an old one later. */
const SPOKEN_MS = 10_000;

/** Toasts, one question at a time, and announcements for screen readers. */
export function createNotices() {
  const toasts = signal<readonly Toast[]>([]);
  const asked = signal<OpenQuestion | null>(null);
  const announcement = signal('');
  let serial = 0;
  let announceTimer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const showQuestion = (question: Question, cancelled?: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const withdraw = () => answer(false);
      const answer = (yes: boolean) => {
        cancelled?.removeEventListener('abort', withdraw);
        if (asked.get() === own) asked.set(null);
        resolve(yes);
      };
      const own = { ...question, answer };
      if (cancelled?.aborted) return resolve(false);
      cancelled?.addEventListener('abort', withdraw);
      asked.set(own);
    });

  const toast: Portal['toast'] = (kind, text) => {
    const isShown = toasts.get().some((shown) => shown.kind === kind && shown.text === text);
    if (text && !isShown) toasts.set([...toasts.get(), { id: ++serial, kind, text }]);
  };
  /** Resolves with the answer; with false if `cancelled` aborts or the question cannot be shown. */
  const confirm = (question: Question, cancelled?: AbortSignal): Promise<boolean> => {
    const answer = queue.then(() => showQuestion(question, cancelled));
    queue = answer;
    return answer;
  };
  /** Waits until a dialog that closes at the same time is gone. Clears the text first, so that the same text is read again. */
  const announce: Portal['announce'] = (text) => {
    clearTimeout(announceTimer);
    announcement.set('');
    announceTimer = setTimeout(() => {
      announcement.set(text);
      announceTimer = setTimeout(() => announcement.set(''), SPOKEN_MS);
    }, SETTLE_MS);
  };
  return {
    toasts,
    asked,
    announcement,
    toast,
    confirm,
    announce,
    /** For a region that moves: its text must not be read again. */
    clearAnnouncement: () => announcement.set(''),
    dismiss: (id: number) => toasts.set(toasts.get().filter((shown) => shown.id !== id)),
  };
}
export type Notices = ReturnType<typeof createNotices>;
