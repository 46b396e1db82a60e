import type { Clock } from '@portal/contracts/_kernel/clock';
import { createClock } from '../src/platform/clock';
import { currentServices, type Services, setTestContext } from '../src/platform/context';
import { type Connection, createDatabase } from '../src/platform/database/db';
import { openedDatabase } from '../src/platform/database/opened';
import type { Replica } from '../src/platform/database/replica';
import { type FileStorageConfig, openFileStorage } from '../src/platform/files/file-storage';
import { type DomainHooks, noHooks } from '../src/platform/hooks';
import type { SecretKey } from '../src/platform/identity/keyring';
import { channelsWithSender } from '../src/platform/messages/message-queue';
import { createServices, type RateLimits, type ServiceSettings } from '../src/platform/services';
import { testEnv } from './test-env';

const createWithoutApi = () => createServices(testEnv, noHooks);
const withoutApi = { services: createWithoutApi() };
/** The context of the whole test file, because this module is loaded with the file. */
const context = { services: withoutApi.services };
setTestContext(context);

/** New services without an API, for the next file of a suite. */
export function resetServices(): void {
  withoutApi.services = createWithoutApi();
  leaveServices();
}

/** The rest of the test file runs with the services of this API. */
export function enterServices(services: Services): void {
  context.services = services;
}

export function leaveServices(): void {
  context.services = withoutApi.services;
}

const change = (changes: Partial<Services>): void => void Object.assign(currentServices(), changes);

export function openDatabase(direct: Connection, pooled: Connection | null = null): void {
  change({ database: createDatabase({ direct, pooled, checksLocks: true }) });
}

export async function closeDatabase(): Promise<void> {
  const { database } = currentServices();
  change({ database: null });
  await database?.close();
}

export const setReplica = (replica: Replica | null): void => change({ database: { ...openedDatabase(), replica } });

export async function setFiles(config: FileStorageConfig): Promise<void> {
  change({ files: await openFileStorage(config) });
}

export const setClock = (clock: Clock): void => change({ clock: createClock(clock) });
export const setKeyring = (keyring: readonly SecretKey[]): void => change({ keyring });
export const setSettings = (settings: Partial<ServiceSettings>): void => change({ env: { ...currentServices().env, ...settings } });
export const setHooks = (hooks: Partial<DomainHooks>): void => change({ hooks: { ...currentServices().hooks, ...hooks } });
export const setLimits = (limits: Partial<RateLimits>): void => void Object.assign(currentServices().limits, limits);
export const setReports = (reports: Partial<Services['reports']>): void => void Object.assign(currentServices().reports, reports);

/** Sets which channels of messages have a sender. */
export const setSenders = (senders: Parameters<typeof channelsWithSender>[0]): void =>
  change({ messageChannels: channelsWithSender(senders) });
