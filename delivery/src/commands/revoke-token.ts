import { UserError } from '../errors';
import type { ChangeInfo, CommandContext } from '../registry/update-registry';
import { changeInfo, command, reasonOption, requireReason } from './command';
import { updateTokenList } from './token-list';

/** Revokes a token. Versions that it signed and that never ran can no longer be activated. */
export const revokeToken = (context: CommandContext, id: string, info: ChangeInfo) =>
  updateTokenList(context, info, (tokens, at) => {
    const known = tokens.find((one) => one.id === id);
    if (!known) throw new UserError(`there is no token ${id}: see portal tokens`);
    if (known.revoked) throw new UserError(`the token ${id} was revoked already, on ${known.revoked.at.slice(0, 10)}`);
    const revoked = { at, by: info.by, why: info.why };
    const { module, name } = known;
    return {
      tokens: tokens.map((one) => (one === known ? { ...one, revoked } : one)),
      what: `revoke-token ${id} of ${name}, for ${module}`,
      module,
      answer: { id, name, module },
    };
  });

export const revokeTokenCommand = command({
  name: 'revoke-token',
  summary: 'Ends a token.',
  arguments: '<id>',
  options: reasonOption,
  async run(context, [id = ''], options) {
    const ended = await revokeToken(context, id, changeInfo(options, requireReason(options)));
    return { text: `the token ${id} of ${ended.name} counts no longer`, data: ended };
  },
});
