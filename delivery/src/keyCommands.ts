import { acceptRevision } from './accept';
import { type Command, orderOf } from './command';
import { readRegistry } from './desk';
import { opsCodeKey, opsCodesOf } from './opsCode';
import { dataFolder } from './places';
import { Refusal } from './refusal';
import { tokensText } from './report';
import { rotate } from './rotate';
import { openServedRevisions } from './servedRevisions';
import { createToken, revokeToken } from './tokens';
import { OPS, tokensOf } from './vouch';

export const keyCommands: Readonly<Record<string, Command>> = {
  'create-token': {
    does: 'Makes a publish token for one module, or for ops, and prints it once.',
    usage:
      'portal create-token --module <module> --name "…" --expires 2027-01-31\n  [--why "…"]\nportal create-token --ops --name "…" --expires 2027-01-31 [--why "…"]',
    takes: 0,
    async run(desk, _names, { module, ops, name = '', expires = '', ...values }) {
      if ((module === undefined) === (ops === undefined)) throw new Refusal('for whom? --module mf-jobs, or --ops');
      const made = await createToken(desk, { module: module ?? OPS, name, expires }, orderOf(values, 'a new token'));
      const { id, isFirst, token, warnings } = made;
      const first = isFirst ? ['It is the first token: from now on this store accepts only versions that are signed with a token.'] : [];
      const words = [`token ${id} of ${name} for ${made.module}, until ${expires}. It is shown once:`, token, ...first];
      return { text: [...words, ...warnings.map((warning) => `warning: ${warning}`)].join('\n'), data: made };
    },
  },
  'revoke-token': {
    does: 'Ends a token.',
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
    does: 'Replaces the ops key or the timestamp key by a handover that open pages follow.',
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
  'ops-code': {
    does: 'Prints the address that adds a person of the operations page to an authenticator app.',
    usage: 'portal ops-code --name "…"',
    takes: 0,
    onlyReads: true,
    async run(_desk, _names, { name = '' }) {
      const key = opsCodeKey(process.env.PORTAL_OPS_CODE_KEY);
      if (!key) throw new Refusal('set PORTAL_OPS_CODE_KEY to the value that the host has: the secret is derived from it');
      if (name.trim() === '') throw new Refusal('--name is missing: the name with which this person signs in at the operations page');
      const address = opsCodesOf(key, name.trim()).toString();
      const text = `Add this to the authenticator app of ${name.trim()}, and show it to nobody else:\n${address}`;
      return { text, data: { name: name.trim(), address } };
    },
  },
  'accept-revision': {
    does: 'Activates the set of an older revision again, after the store was restored from a backup.',
    usage: 'portal accept-revision <revision> --reason "…" [--above <revision>]',
    takes: 1,
    isOperating: true,
    isRecovery: true,
    async run(desk, [revision = ''], values) {
      const numbers = { revision: Number(revision), above: Number(values.above ?? 0) };
      if (!Number.isInteger(numbers.revision) || numbers.revision < 1) throw new Refusal('accept which revision? portal accept-revision 7');
      if (!Number.isInteger(numbers.above)) throw new Refusal('--above is the number of a revision');
      if (!values.reason) throw new Refusal('say why: --reason "…"');
      const seen = openServedRevisions(desk.store, dataFolder(), desk.ops.publicKey);
      const { registry, warnings } = await acceptRevision(desk, seen, numbers, orderOf(values, values.reason));
      const words = [`revision ${registry.revision} is live, with the set of revision ${revision}`];
      return { text: [...words, ...warnings.map((warning) => `warning: ${warning}`)].join('\n'), data: { revision: registry.revision } };
    },
  },
  tokens: {
    does: 'Prints all tokens and their end dates.',
    usage: 'portal tokens',
    takes: 0,
    onlyReads: true,
    async run(desk) {
      const tokens = await tokensOf(desk.store, (await readRegistry(desk)).registry);
      return { text: tokensText(tokens, desk.now()), data: tokens };
    },
  },
};
