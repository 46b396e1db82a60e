import { readTokens } from '../gate/attestation';
import { readRegistry } from '../registry/update-registry';
import { command } from './command';
import { tokensText } from './format';

export const listTokensCommand = command({
  name: 'tokens',
  summary: 'Prints all tokens and their end dates.',
  readOnly: true,
  async run(context) {
    const tokens = await readTokens(context.store, (await readRegistry(context)).registry);
    return { text: tokensText(tokens, context.now()), data: tokens };
  },
});
