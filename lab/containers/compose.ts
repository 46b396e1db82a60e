import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { podman, succeeds } from './podman';

const folder = resolve(import.meta.dirname, '../../docker');
const PROJECT = 'portal-lab';
/** A check of podman starts several processes. */
const ASK_MS = 500;
/** nginx is healthy when a host is, so it waits for the whole set. */
const START_MS = 600_000;

export interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string | null>;
  volumes?: string[];
  ports?: string[];
  restart?: string;
  healthcheck?: { test: string[] };
  networks?: { default: { aliases: string[] } };
  depends_on?: Record<string, { condition: 'service_healthy' | 'service_completed_successfully' }>;
}

export type Settings = Record<string, string>;

/** The settings of a trial on this machine. The addresses of mail and SMS have no server. */
export const trialSettings = (): Settings => ({
  DATABASE_PASSWORD: randomBytes(16).toString('hex'),
  PORTAL_HOST_SECRET: randomBytes(24).toString('base64url'),
  PORTAL_URL: 'http://localhost:8080',
  PORTAL_LOCAL_TRIAL: 'on',
  PORTAL_SECRET_KEYS: `lab:${randomBytes(32).toString('base64')}`,
  PORTAL_OPS_CODE_KEY: randomBytes(32).toString('base64'),
  PORTAL_OPS_TOKEN: randomBytes(24).toString('base64url'),
  SMTP_URL: 'smtp://127.0.0.1:2525',
  SMS_URL: 'http://127.0.0.1:2526',
  PORTAL_SOS_TO: 'dispatch@example.com',
});

/** Replaces ${NAME}, ${NAME:-default} and ${NAME:?message}. */
const filled = (text: string, settings: Settings): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, rest = '') => {
    const value = settings[name] ?? '';
    if (kind === '?' && value === '') throw new Error(rest);
    return value === '' && kind === '-' ? rest : value;
  });

export function readServices(settings: Settings): Record<string, Service> {
  const text = readFileSync(join(folder, 'compose.yaml'), 'utf8');
  return (parse(filled(text, settings), { merge: true }) as { services: Record<string, Service> }).services;
}

/** Services with the same Dockerfile share an image. */
export const imageOf = ({ image, build }: Service): string =>
  image ?? `localhost/${PROJECT}/${build?.dockerfile.replace(/^docker\/|\.Dockerfile$/g, '')}`;

export const containerOf = (name: string): string => `${PROJECT}-${name}`;

const several = (option: string, values: readonly string[] = []): string[] => values.flatMap((value) => [option, value]);

function runArguments(name: string, service: Service, settings: Settings): string[] {
  const variables = Object.entries(service.environment ?? {}).flatMap(([key, value]) => {
    const given = value ?? settings[key];
    return given === undefined ? [] : [`${key}=${given}`];
  });
  const volumes = service.volumes?.map((one) => (one.startsWith('./') ? join(folder, one) : `${PROJECT}-${one}`));
  return [
    ...['run', '-d', '--name', containerOf(name), '--network', PROJECT, '--restart', service.restart ?? 'no'],
    ...several('--network-alias', [name, ...(service.networks?.default.aliases ?? [])]),
    ...several('-e', variables),
    ...several('-v', volumes),
    ...several('-p', service.ports),
    ...(service.healthcheck ? ['--health-cmd', service.healthcheck.test.slice(1).join(' ')] : []),
    imageOf(service),
  ];
}

export const inspect = (name: string, format: string): Promise<string> => podman('inspect', '--format', format, containerOf(name));
export const addressOf = (name: string): Promise<string> => inspect(name, '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}');
const isHealthy = (name: string): Promise<boolean> => succeeds('healthcheck', 'run', containerOf(name));

/** Waits until the container's own health check succeeds. Podman repeats it only with systemd, so this asks. */
export async function waitUntilHealthy(name: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (!(await isHealthy(name))) {
    if (performance.now() > deadline) throw new Error(`${name} is not healthy: ${await podman('logs', '--tail', '15', containerOf(name))}`);
    await pause(ASK_MS);
  }
}

async function completed(name: string): Promise<void> {
  const code = await podman('wait', containerOf(name));
  if (code !== '0') throw new Error(`${name} ended with ${code}: ${await podman('logs', '--tail', '15', containerOf(name))}`);
}

/**
 * Starts all services, each when its dependencies fulfil their conditions.
 * @returns for each service the seconds from its own start until it is healthy or, without a health check, has ended
 */
export async function startServices(
  services: Record<string, Service>,
  settings: Settings,
  say: (line: string) => void,
): Promise<Map<string, number>> {
  await podman('network', 'create', PROJECT);
  // Docker's name server has an address that is always the same; podman's has that of the network's gateway.
  const resolver = await podman('network', 'inspect', '--format', '{{range .Subnets}}{{.Gateway}}{{end}}', PROJECT);
  const given = { ...settings, PORTAL_RESOLVER: resolver };
  const times = new Map<string, number>();
  const started = new Map<string, Promise<void>>();
  const start = (name: string): Promise<void> => {
    const known = started.get(name);
    if (known) return known;
    const service = services[name] as Service;
    const starting = Promise.all(Object.keys(service.depends_on ?? {}).map(start)).then(async () => {
      const began = performance.now();
      await podman(...runArguments(name, service, given));
      await (service.restart ? waitUntilHealthy(name) : completed(name));
      times.set(name, (performance.now() - began) / 1000);
      say(`${name} ${service.restart ? 'is ready' : 'has ended'} after ${times.get(name)?.toFixed(1)} s`);
    });
    started.set(name, starting);
    return starting;
  };
  await Promise.all(Object.keys(services).map(start));
  return times;
}

/** Removes containers, volumes and network of this project. The images stay. */
export async function removeProject(): Promise<void> {
  const ids = await podman('ps', '-aq', '--filter', `name=^${PROJECT}-`);
  if (ids) await podman('rm', '-f', '-t', '0', ...ids.split('\n'));
  const volumes = await podman('volume', 'ls', '-q', '--filter', `name=^${PROJECT}-`);
  if (volumes) await podman('volume', 'rm', '-f', ...volumes.split('\n'));
  await podman('network', 'rm', '-f', PROJECT);
}

/** Where the files of a volume are on this machine. */
export const volumeFolder = (name: string): Promise<string> =>
  podman('volume', 'inspect', '--format', '{{.Mountpoint}}', `${PROJECT}-${name}`);
