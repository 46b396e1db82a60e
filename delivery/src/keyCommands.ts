import { type Command, orderOf } from './command';
import { readRegistry } from './desk';
import { dataFolder } from './places';
import { Refusal } from './refusal';
import { tokensText } from './report';
import { rotate } from './rotate';
import { createToken, revokeToken } from './tokens';
import { OPS, tokensOf } from './vouch';

/** Who may do what: tokens, and the keys that sign. */
export const keyCommands: Readonly<Record<string, Command>> = {
  'create-token': {
    usage:
      'portal create-token --module <module> --name "…" --expires 2027-01-31\n  [--why "…"]\nportal create-token --ops --name "…" --expires 2027-01-31 [--why "…"]',
    takes: 0,
    async run(desk, _names, { module, ops, name = '', expires = '', ...values }) {
      if ((module === undefined) === (ops === undefined)) throw new Refusal('for whom? --module mf-jobs, or --ops');
      const made = await createToken(desk, { module: module ?? OPS, name, expires }, orderOf(values, 'a new token'));
      const { id, isFirst, token, warnings } = made;
      const first = isFirst ? ['It is the first: from now on this store takes nothing that no token stands behind.'] : [];
      const words = [`token ${id} of ${name} for ${made.module}, until ${expires}. It is shown once:`, token, ...first];
      return { text: [...words, ...warnings.map((warning) => `warning: ${warning}`)].join('\n'), data: made };
    },
  },
  'revoke-token': {
    usage: 'portal revoke-token <id> --reason "…"',
    takes: 1,
    async run(desk, [id], values) {
      if (!id) throw new Refusal('revoke what? portal revoke-token <id> --reason "…"');
      if (!values.reason) throw new Refusal('say why: --reason "…"');
      const ended = await revokeToken(desk, id, orderOf(values, values.reason));
      return { text: `the token ${id} of ${ended.name} counts no longer`, data: ended };
    },
  },
  'rotate-key': {
    usage: 'portal rotate-key <ops|timestamp> --reason "…"',
    takes: 1,
    async run(desk, [key], values) {
      if (key !== 'ops' && key !== 'timestamp') throw new Refusal('which key? portal rotate-key ops, or timestamp');
      if (!values.reason) throw new Refusal('say why: --reason "…"');
      const made = await rotate(desk, dataFolder(), key, orderOf(values, values.reason));
      const copies = key === 'ops' ? 'keys/ops.pub to the hosts, keys/ops.pem to who activates' : 'keys/timestamp.pem to the other hosts';
      const words = [`the ${key} key is ${made.publicKey}`, `revision ${made.revision} is live`, `Now copy ${copies}, and back it up.`];
      return { text: [...words, ...made.warnings.map((warning) => `warning: ${warning}`)].join('\n'), data: made };
    },
  },
  tokens: {
    usage: 'portal tokens',
    takes: 0,
    onlyReads: true,
    async run(desk) {
      const tokens = await tokensOf(desk.store, (await readRegistry(desk)).registry);
      return { text: tokensText(tokens, desk.now()), data: tokens };
    },
  },
};
