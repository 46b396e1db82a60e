import { isUserError } from '../../errors';
import { OPS_SCOPE, readTokens, requireToken, tokenEnd } from '../../gate/attestation';
import { SELF_HEAL_ACTOR } from '../../health/auto-rollback';
import { parseToken } from '../../registry/signing-token';
import type { Store } from '../../store/store';
import type { LiveRegistry } from '../live-registry';
import { isSame, type OpsUser } from './ops-session';

/** In characters. */
const MOST_NAME = 60;

export interface HoldersParts {
  /** The host's own token, for a store without tokens. */
  token: string;
  store: Store;
  live: Pick<LiveRegistry, 'current'>;
  now: () => number;
}

/**
 * Decides who may change the active set: in a store with tokens an owner of an ops token, under its name; otherwise a holder of the host's
 * token, under an entered name.
 */
export function createSignIn({ token, store, live, now }: HoldersParts) {
  const known = async () => readTokens(store, live.current()?.registry ?? null);
  return {
    hasTokens: async () => (await known()) !== null,
    /** Null for a wrong token; a text if the name is invalid. */
    async enter(given: string, typed: string): Promise<OpsUser | string | null> {
      const tokens = await known();
      if (!tokens) {
        const name = typed.trim();
        if (name === '') return 'Enter your name: the history shows it with each change.';
        if (name.length > MOST_NAME) return `Your name has ${name.length} characters, and may have ${MOST_NAME}.`;
        if (name.toLowerCase() === SELF_HEAL_ACTOR)
          return `${SELF_HEAL_ACTOR} is what the host itself is called in the history: say your own name.`;
        return isSame(given, token) ? { name } : null;
      }
      try {
        const { name, id } = requireToken(tokens, parseToken(given.trim()), OPS_SCOPE, new Date(now()));
        return { name, token: id };
      } catch (error) {
        if (!isUserError(error)) throw error;
        return null;
      }
    },
    /** Whether a signed-in person still has access. */
    async isStillValid({ token: id }: OpsUser): Promise<boolean> {
      const tokens = await known();
      if (!tokens) return id === undefined;
      return tokens.some((one) => one.id === id && tokenEnd(one, new Date(now())) === null);
    },
  };
}
