import { temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { say } from '../say.mjs';
import { startPortal } from './dev-portal.mjs';

/**
 * Starts a portal with a temporary folder while `use` runs. `use` gets environment variables with its addresses; `env` adds variables to the
 * portal's own.
 */
export async function withTemporaryPortal(name, use, env = {}) {
  const data = temporaryFolder(name);
  const started = performance.now();
  const portal = await startPortal({ port: 0, data, env, say });
  say(`Portal for the journeys: ${portal.url} after ${((performance.now() - started) / 1000).toFixed(1)} s`);
  try {
    return await use({ PORTAL_URL: portal.url, STAFF_TOKEN: portal.staffToken, PORTAL_DATA: data, API_URL: portal.apiUrl });
  } finally {
    await portal.stop();
  }
}
