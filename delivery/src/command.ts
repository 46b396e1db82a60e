import { userInfo } from 'node:os';
import type { parseArgs } from 'node:util';
import { type Desk, type Order, readRegistry, readStored } from './desk';
import { Refusal } from './refusal';
import type { Token } from './token';
import { holderOf, tokensOf } from './vouch';

export const OPTIONS = {
  dir: { type: 'string' },
  activate: { type: 'boolean' },
  first: { type: 'boolean' },
  why: { type: 'string' },
  reason: { type: 'string' },
  to: { type: 'string' },
  by: { type: 'string' },
  revision: { type: 'string' },
  above: { type: 'string' },
  percent: { type: 'string' },
  hours: { type: 'string' },
  keep: { type: 'string' },
  days: { type: 'string' },
  'dry-run': { type: 'boolean' },
  module: { type: 'string' },
  ops: { type: 'boolean' },
  name: { type: 'string' },
  expires: { type: 'string' },
  promote: { type: 'boolean' },
  stop: { type: 'boolean' },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

/** What a command says: to a person, and to a program that asked with --json. */
export interface Said {
  text: string;
  data: unknown;
}

export interface Command {
  /** Its effect in one sentence, printed by --help and in the reference. */
  does: string;
  /** Says all that it takes: an option that does not stand here is refused. */
  usage: string;
  /** The most names after the command's own. */
  takes: number;
  /** It needs to know what the API serves. */
  asksApi?: true;
  /** It changes what runs: in a store with tokens it needs one of ops. */
  isOperating?: true;
  /** It works on a store with a refused newest revision. */
  isRecovery?: true;
  /** It writes nothing into the store. */
  onlyReads?: true;
  run(desk: Desk, names: string[], values: Values, token: Token | null): Promise<Said>;
}

/** Who acts, by the token where the store has some, else by their word. Refuses a token that is not for what they do. */
export async function actor(
  desk: Desk,
  token: Token | null,
  wanted: readonly string[],
  { by }: Pick<Values, 'by'>,
  isRecovery = false,
): Promise<string> {
  const { registry } = await (isRecovery ? readStored(desk) : readRegistry(desk));
  const tokens = await tokensOf(desk.store, registry);
  if (!tokens) {
    if (token)
      throw new Refusal('PORTAL_TOKEN is set, and this store has no tokens: leave it out, or name the right store with PORTAL_DATA');
    return by ?? userInfo().username;
  }
  if (by !== undefined) throw new Refusal('--by is more than this takes: the token says who acts');
  const [holder] = wanted.map((one) => holderOf(tokens, token, one, desk.now()));
  return holder?.name ?? userInfo().username;
}

export const orderOf = (values: Values, why: string): Order => ({
  by: values.by ?? userInfo().username,
  why: values.why ?? values.reason ?? why,
  force: values.force ?? false,
});

/** Nothing that was said is passed over: refuses names and options that the command does not take. */
export function assertTaken({ usage, takes }: Command, names: string[], values: Values): void {
  const everywhere = ['by', 'json', 'help'];
  const options = Object.keys(values).filter((option) => !everywhere.includes(option) && !new RegExp(`--${option}\\b`).test(usage));
  const unheard = [...names.slice(takes), ...options.map((option) => `--${option}`)];
  if (unheard.length > 0) throw new Refusal(`${unheard.join(', ')} is more than this takes:\n${usage}`);
}
