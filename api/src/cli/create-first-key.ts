import { join } from 'node:path';
import type { Endpoint, Output } from '@portal/contracts/_kernel/endpoint';
import { createKey } from '@portal/contracts/staff/staff.staff';
import type { Values } from '@portal/settings/read';
import { create } from '../domains/staff/staff.service';
import { repoDir } from '../platform/config/paths';
import { runWithServices } from '../platform/context';
import { startEmbedded } from '../platform/database/embedded';
import { sqlState } from '../platform/database/errors';
import { noHooks } from '../platform/hooks';
import { ApiError } from '../platform/http/errors';
import { parseInput } from '../platform/http/parse-input';
import { newReference } from '../platform/http/request-log';
import { runAudited } from '../platform/identity/staff-audit';
import { databaseOperator } from '../platform/identity/staff-keys';
import { closeServices, createServices, type ServiceSettings } from '../platform/services';

type Settings = Values<'staff'>;

/** The database that DATABASE_URL names, or the one in the data folder here, whether the portal runs or not. */
async function database({ DATABASE_DIRECT_URL, DATABASE_URL, PORTAL_DATA }: Settings) {
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (url) return { connection: { connectionString: url }, stop: async () => {} };
  return startEmbedded(join(PORTAL_DATA ?? join(repoDir, '.data'), 'pg'));
}

/** The command stores a key, and neither encrypts nor sends anything. */
const withoutServices: ServiceSettings = {
  mode: 'demo',
  logLevel: 'silent',
  secretKeys: [],
  supportEmail: '',
  portalUrl: '',
  smtpUrl: null,
  smsUrl: null,
  push: null,
  dispatchPhone: null,
  smsInbound: null,
  sos: { first: [], next: [], afterMinutes: 0 },
};

/** Creates the first key, or a new one when the last key of ops was lost: access to the database replaces the key. The audit has it, too. */
export async function createInDatabase(typed: Record<string, unknown>, settings: Settings): Promise<Output<typeof createKey>> {
  const { connection, stop } = await database(settings);
  const services = createServices(withoutServices, noHooks, { connections: { direct: connection } });
  try {
    const input = parseInput(createKey.input, typed);
    const asked = { endpoint: createKey as Endpoint, staff: databaseOperator, input, reference: newReference() };
    return await runWithServices(services, () => runAudited(asked, () => create(input)));
  } catch (error) {
    if (error instanceof ApiError) throw new Error(error.message);
    const state = sqlState(error);
    if (state === '42P01') throw new Error('This database has no staff keys yet: start this release of the portal on it once.');
    if (state) throw new Error(`The database replied with an error (${state}).`);
    throw error;
  } finally {
    await closeServices(services);
    await stop();
  }
}
