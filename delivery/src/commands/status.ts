import { readHealth } from '../health/host-health';
import { damagedVersions } from '../registry/active-versions';
import { readRegistry } from '../registry/update-registry';
import { command } from './command';
import { statusText } from './format';

export const statusCommand = command({
  name: 'status',
  summary: 'Prints the active versions, their health, the last good versions and the state of automatic rollbacks.',
  readOnly: true,
  async run(context) {
    const { registry } = await readRegistry(context);
    const health = await readHealth(context.store, context.now().getTime());
    const damaged = registry ? await damagedVersions(context.store, registry) : [];
    return { text: statusText(registry, health, damaged), data: registry && { ...registry, health, damaged } };
  },
});
