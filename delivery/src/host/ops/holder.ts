import { SELF } from '../../health/heal';
import { isRefusal } from '../../refusal';
import type { Store } from '../../store';
import { readToken } from '../../token';
import { endOf, holderOf, OPS, tokensOf } from '../../vouch';
import type { Live } from '../live';
import { type Holder, isSame } from './badge';

/** In characters. */
const MOST_NAME = 60;

export interface HoldersParts {
  /** The host's own token, for a store without tokens. */
  token: string;
  store: Store;
  live: Pick<Live, 'current'>;
  now: () => number;
}

/**
 * Decides who may change the active set: in a store with tokens an owner of an ops token, under its name; otherwise a holder of the host's
 * token, under an entered name.
 */
export function openHolders({ token, store, live, now }: HoldersParts) {
  const known = async () => tokensOf(store, live.current()?.registry ?? null);
  return {
    hasTokens: async () => (await known()) !== null,
    /** Null for a wrong token; a text if the name is invalid. */
    async enter(given: string, typed: string): Promise<Holder | string | null> {
      const tokens = await known();
      if (!tokens) {
        const name = typed.trim();
        if (name === '') return 'Enter your name: the history shows it with each change.';
        if (name.length > MOST_NAME) return `Your name has ${name.length} characters, and may have ${MOST_NAME}.`;
        if (name.toLowerCase() === SELF) return `${SELF} is what the host itself is called in the history: say your own name.`;
        return isSame(given, token) ? { name } : null;
      }
      try {
        const { name, id } = holderOf(tokens, readToken(given.trim()), OPS, new Date(now()));
        return { name, token: id };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return null;
      }
    },
    /** Whether a signed-in person still has access. */
    async isStill({ token: id }: Holder): Promise<boolean> {
      const tokens = await known();
      if (!tokens) return id === undefined;
      return tokens.some((one) => one.id === id && endOf(one, new Date(now())) === null);
    },
  };
}
