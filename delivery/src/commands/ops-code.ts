import { readValue } from '@portal/settings/read';
import { UserError } from '../errors';
import { opsCodeKey, opsCodesOf } from '../ops-code';
import { command } from './command';

export const opsCodeCommand = command({
  name: 'ops-code',
  summary: 'Prints the address that adds a person of the operations page to an authenticator app.',
  options: { name: { value: 'text', about: 'the name with which the person signs in; required' } },
  readOnly: true,
  async run(_context, _names, { name = '' }) {
    const key = opsCodeKey(readValue('PORTAL_OPS_CODE_KEY', process.env));
    if (!key) throw new UserError('set PORTAL_OPS_CODE_KEY to the value that the host has: the secret is derived from it');
    if (name.trim() === '') throw new UserError('--name is missing: the name with which this person signs in at the operations page');
    const address = opsCodesOf(key, name.trim()).toString();
    const text = `Add this to the authenticator app of ${name.trim()}, and show it to nobody else:\n${address}`;
    return { text, data: { name: name.trim(), address } };
  },
});
