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

/** The result of a command: the text for a person, and the data for `--json`. */
export interface Said {
  text: string;
  data: unknown;
}

export interface Command {
  /** Its effect in one sentence, printed by --help and in the reference. */
  does: string;
  /** The complete usage; options that it does not contain are rejected. */
  usage: string;
  /** Maximum number of names after the command. */
  takes: number;
  /** The command needs the contracts of the API. */
  asksApi?: true;
  /** The command changes the active set; a store with tokens requires an ops token. */
  isOperating?: true;
  /** The command works on a store with a rejected newest revision. */
  isRecovery?: true;
  /** The command does not write to the store. */
  onlyReads?: true;
  run(desk: Desk, names: string[], values: Values, token: Token | null): Promise<Said>;
}

/** Who acts: the owner of the token if the store has tokens, otherwise `--by`. Throws if the token is not valid for the command. */
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
  if (by !== undefined) throw new Refusal('--by is not allowed with a token: the token names who acts');
  const [holder] = wanted.map((one) => holderOf(tokens, token, one, desk.now()));
  return holder?.name ?? userInfo().username;
}

export const orderOf = (values: Values, why: string): Order => ({
  by: values.by ?? userInfo().username,
  why: values.why ?? values.reason ?? why,
  force: values.force ?? false,
});

/** Throws if the command does not take one of the names or options, so that none is ignored silently. */
export function assertTaken({ usage, takes }: Command, names: string[], values: Values): void {
  const everywhere = ['by', 'json', 'help'];
  const options = Object.keys(values).filter((option) => !everywhere.includes(option) && !new RegExp(`--${option}\\b`).test(usage));
  const unheard = [...names.slice(takes), ...options.map((option) => `--${option}`)];
  if (unheard.length > 0) throw new Refusal(`${unheard.join(', ')}: unknown option or extra argument. Usage:\n${usage}`);
}
