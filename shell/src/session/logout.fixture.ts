import type { Guard } from '@portal/contracts/_kernel/guard';
import type { Question, WriteEntry } from '@portal/mf-kit/portal';
import { endSessionAndLogIn } from './logInAgain';
import { type Drafts, type LogoutDeps, logout } from './logout';
import type { SessionDeps } from './session';
import { testSession } from './session.fixture';

interface Given {
  outbox?: LogoutDeps['outbox'];
  drafted?: string[];
  device?: Partial<Drafts> | null;
  /** Runs while the question with this title is open. */
  whileAsked?: (title: string) => void;
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
  let left: readonly WriteEntry[] = entries.map((entry, index) => ({ key: `entry-${index}`, ...blank, ...entry }));
  const owners: string[] = [];
  return {
    owners,
    current: () => left,
    async remove(guardId: string, key: string) {
      owners.push(guardId);
      left = left.filter((entry) => entry.key !== key);
    },
  };
}

/** A guard who logs out and gives these answers. Returns the questions, toasts and moves. */
export function openLogout(
  me: Guard,
  answers: boolean[],
  { outbox = outboxOf(), drafted = [], device = {}, whileAsked, tabs }: Given = {},
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
    whileAsked?.(question.title);
    return answers.shift() ?? false;
  };
  const drafts = async () =>
    device && {
      hasDrafts: async (guardId: string) => drafted.includes(guardId),
      forgetGuard: async (guardId: string) => void (drafted.includes(guardId) && drafted.splice(drafted.indexOf(guardId), 1)),
      ...device,
    };
  const run = () => logout({ session, portal: { confirm, toast }, outbox, redirect: enter, drafts });
  const again = (said: string) => endSessionAndLogIn({ session, toast, redirect: enter }, said);
  return { session, questions, toasts, moves, drafted, run, again };
}
