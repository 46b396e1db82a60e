import type { Guard } from '@portal/contracts/_kernel/guard';
import type { Question, WriteEntry } from '@portal/mf-kit/portal';
import { endSessionAndLogIn } from './logInAgain';
import { type DraftStorage, type LogoutDeps, logout } from './logout';
import type { SessionDeps } from './session';
import { testSession } from './session.fixture';

interface LogoutOptions {
  outbox?: LogoutDeps['outbox'];
  drafted?: string[];
  device?: Partial<DraftStorage> | null;
  /** Runs while the question with this title is open. */
  duringQuestion?: (title: string) => void;
  tabs?: SessionDeps['tabs'];
}

export function outboxOf(...entries: Partial<WriteEntry>[]) {
  const blank = {
    endpointId: 'test.act',
    order: null,
    what: 'Break',
    input: {},
    state: 'on device',
    createdAt: '',
    validUntil: null,
  } as const;
  let current: readonly WriteEntry[] = entries.map((entry, index) => ({ key: `entry-${index}`, ...blank, ...entry }));
  const owners: string[] = [];
  return {
    owners,
    current: () => current,
    async remove(guardId: string, key: string) {
      owners.push(guardId);
      current = current.filter((entry) => entry.key !== key);
    },
  };
}

/** A guard who logs out and gives these answers. Returns the questions, toasts and moves. */
export function openLogout(
  me: Guard,
  answers: boolean[],
  { outbox = outboxOf(), drafted = [], device = {}, duringQuestion, tabs }: LogoutOptions = {},
) {
  const questions: Question[] = [];
  const toasts: string[][] = [];
  const moves: string[] = [];
  const enter = (to: string) => void moves.push(to);
  const toast = (kind: string, text: string) => void toasts.push([kind, text]);
  const session = testSession({ redirect: enter, toast, ...(tabs && { tabs }) });
  session.begin({ guard: me, tokens: { refresh: { token: 'abc' } } });
  const confirm = async (question: Question) => {
    questions.push(question);
    duringQuestion?.(question.title);
    return answers.shift() ?? false;
  };
  const drafts = async () =>
    device && {
      hasDrafts: async (guardId: string) => drafted.includes(guardId),
      forgetGuard: async (guardId: string) => void (drafted.includes(guardId) && drafted.splice(drafted.indexOf(guardId), 1)),
      ...device,
    };
  const run = () => logout({ session, portal: { confirm, toast }, outbox, redirect: enter, drafts });
  const endAndLogIn = (text: string) => endSessionAndLogIn({ session, toast, redirect: enter }, text);
  return { session, questions, toasts, moves, drafted, run, endAndLogIn };
}
