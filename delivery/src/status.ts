import { damageIn } from './activated';
import type { Said } from './command';
import { type Desk, readRegistry } from './desk';
import { readHealth } from './health/kept';
import { statusText } from './report';

export async function status(desk: Desk): Promise<Said> {
  const { registry } = await readRegistry(desk);
  const health = await readHealth(desk.store, desk.now().getTime());
  const damaged = registry ? await damageIn(desk.store, registry) : [];
  return { text: statusText(registry, health, damaged), data: registry && { ...registry, health, damaged } };
}
