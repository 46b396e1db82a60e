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
/** After this time an announcement is read, and may no longer be true: a reader that moves through the page must not find it. */
const SPOKEN_MS = 10_000;

/** What the portal says to a guard: toasts, one question at a time, and words for screen readers only. */
export function createNotices() {
  const toasts = signal<readonly Toast[]>([]);
  const asked = signal<OpenQuestion | null>(null);
  const announcement = signal('');
  let serial = 0;
  let saying: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const showQuestion = (question: Question, cancelled?: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const withdraw = () => answer(false);
      const answer = (yes: boolean) => {
        cancelled?.removeEventListener('abort', withdraw);
        if (asked.get() === mine) asked.set(null);
        resolve(yes);
      };
      const mine = { ...question, answer };
      if (cancelled?.aborted) return resolve(false);
      cancelled?.addEventListener('abort', withdraw);
      asked.set(mine);
    });

  const toast: Portal['toast'] = (kind, text) => {
    const isShown = toasts.get().some((shown) => shown.kind === kind && shown.text === text);
    if (text && !isShown) toasts.set([...toasts.get(), { id: ++serial, kind, text }]);
  };
  /** The answer; no when the question can no longer be asked, because whoever asked is `gone` or it cannot be shown. */
  const confirm = (question: Question, cancelled?: AbortSignal): Promise<boolean> => {
    const answer = queue.then(() => showQuestion(question, cancelled));
    queue = answer;
    return answer;
  };
  /** Said once a dialog that closes with it is gone, and the region stands elsewhere. Words that are there already leave first, to be read again. */
  const announce: Portal['announce'] = (text) => {
    clearTimeout(saying);
    announcement.set('');
    saying = setTimeout(() => {
      announcement.set(text);
      saying = setTimeout(() => announcement.set(''), SPOKEN_MS);
    }, SETTLE_MS);
  };
  return {
    toasts,
    asked,
    announcement,
    toast,
    confirm,
    announce,
    /** What was said is not said again where the region goes. */
    clearAnnouncement: () => announcement.set(''),
    dismiss: (id: number) => toasts.set(toasts.get().filter((shown) => shown.id !== id)),
  };
}
export type Notices = ReturnType<typeof createNotices>;
