import { UserError } from '../errors';
import { listId, OPS_SCOPE, readTokens, type TokenRecord } from '../gate/attestation';
import { type ChangeInfo, type CommandContext, updateRegistry, writeRevision } from '../registry/update-registry';
import { integrityOf } from '../store/integrity';

interface Edit<T> {
  tokens: TokenRecord[];
  what: string;
  module: string;
  answer: T;
}

/** A change of the list is a signed revision with a history line. */
export const updateTokenList = <T>(
  context: CommandContext,
  info: ChangeInfo,
  edit: (tokens: TokenRecord[], at: string) => Edit<T>,
): Promise<T & { revision: number; warnings: string[] }> =>
  updateRegistry(context, [], async (text, running) => {
    if (!running) throw new UserError('nothing is active yet: publish and activate the first set, then make tokens');
    const at = context.now().toISOString();
    const { tokens, what, module, answer } = edit((await readTokens(context.store, running)) ?? [], at);
    const list = JSON.stringify(tokens);
    const integrity = integrityOf(list);
    await context.store.writeTokens(listId(integrity), list);
    const next = { ...running, revision: running.revision + 1, at, tokens: integrity };
    const did = { what, ...(module === OPS_SCOPE ? {} : { module }) };
    const { registry, warnings } = await writeRevision(context, text, next, { by: info.by, why: info.why, did, changes: [] });
    return { ...answer, revision: registry.revision, warnings };
  });
