import { readHealth } from '../health/host-health';
import { damagedDays, readBudgets } from '../health/module-budgets';
import { damagedVersions } from '../registry/active-versions';
import { readRegistry } from '../registry/update-registry';
import { command } from './command';
import { statusText } from './format';

export const statusCommand = command({
  name: 'status',
  summary:
    'Prints the active versions, their health, owners and error budgets, the last good versions and the state of automatic rollbacks.',
  readOnly: true,
  async run(context) {
    const { registry } = await readRegistry(context);
    const now = context.now().getTime();
    const health = await readHealth(context.store, now);
    const damaged = registry ? [...(await damagedVersions(context.store, registry)), ...(await damagedDays(context.store, now))] : [];
    const budgets = registry ? await readBudgets(context.store, registry, now) : {};
    return { text: statusText(registry, health, damaged, budgets), data: registry && { ...registry, health, damaged, budgets } };
  },
});
