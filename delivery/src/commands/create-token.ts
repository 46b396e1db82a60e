import { UserError } from '../errors';
import { OPS_SCOPE } from '../gate/attestation';
import { newToken } from '../registry/signing-token';
import type { ChangeInfo, CommandContext } from '../registry/update-registry';
import { changeInfo, command, whyOption, withWarnings } from './command';
import { updateTokenList } from './token-list';

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;
const MODULE = /^(shell|mf-[a-z0-9-]+)$/;

export interface TokenRequest {
  /** A module, or OPS. */
  module: string;
  name: string;
  expires: string;
}

function checkNewToken({ module, name, expires }: TokenRequest, now: Date): void {
  if (module !== OPS_SCOPE && !MODULE.test(module)) throw new UserError(`${module} is no module: shell, or mf-…`);
  if (name.trim() === '') throw new UserError('say who gets it: --name "…"');
  const last = Date.parse(`${expires}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(expires) || Number.isNaN(last) || new Date(last).toISOString().slice(0, 10) !== expires)
    throw new UserError('say its last day: --expires 2027-01-31');
  const days = (last - Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`)) / DAY_MS;
  if (days < 0 || days > MOST_DAYS) throw new UserError('--expires is a day of the coming year');
}

/**
 * Creates a token for one module, or for ops. Its text is only in the reply. After the first token the store accepts only publications
 * signed with a token.
 */
export async function createToken(context: CommandContext, wanted: TokenRequest, info: ChangeInfo) {
  checkNewToken(wanted, context.now());
  const { token, text } = newToken();
  const { module, name, expires } = wanted;
  const made = await updateTokenList(context, info, (tokens, at) => ({
    tokens: [...tokens, { id: token.id, name, module, publicKey: token.publicKey, expires, at, by: info.by, why: info.why }],
    what: `create-token ${token.id} for ${module} to ${name}, until ${expires}`,
    module,
    answer: { isFirst: tokens.length === 0 },
  }));
  return { ...made, id: token.id, module, name, expires, token: text };
}

export const createTokenCommand = command({
  name: 'create-token',
  summary: 'Makes a publish token for one module, or for ops, and prints it once.',
  options: {
    module: { value: 'module', about: 'the module that it is for' },
    ops: { about: 'instead of --module: for every module and command' },
    name: { value: 'text', about: 'the person or squad; required' },
    expires: { value: 'day', about: 'its last day, as 2027-01-31; required' },
    ...whyOption,
  },
  async run(context, _names, { module, ops, name = '', expires = '', ...options }) {
    if ((module === undefined) === (ops === undefined)) throw new UserError('for whom? --module mf-jobs, or --ops');
    const made = await createToken(context, { module: module ?? OPS_SCOPE, name, expires }, changeInfo(options, 'a new token'));
    const { id, isFirst, token, warnings } = made;
    const first = isFirst ? ['It is the first token: from now on this store accepts only versions that are signed with a token.'] : [];
    const lines = [`token ${id} of ${name} for ${made.module}, until ${expires}. It is shown once:`, token, ...first];
    return { text: withWarnings(lines, warnings), data: made };
  },
});
