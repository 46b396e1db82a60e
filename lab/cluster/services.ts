import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { type Child, start } from '../../tools/dev-portal/child-process.mjs';
import { freePort } from '../../tools/dev-portal/preconditions.mjs';
import { bin, giveToNobody, owner } from './postgres.mjs';
import { type SupervisedProcess, superviseProcess } from './supervised-process';

const root = resolve(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
const WITHIN_MS = 30_000;

/** Debian packages that must be installed. */
export const packages = [
  'nginx-light',
  'libnginx-mod-http-brotli-static',
  'pgbouncer',
  'swift-proxy',
  'swift-account',
  'swift-container',
  'swift-object',
  'redis-server',
] as const;

/** Waits until the port accepts connections. */
async function listens(child: Child, port: number): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const isThere = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        done(true);
      });
      socket.once('error', () => done(false));
    });
    if (isThere) return;
    if (performance.now() > deadline) throw new Error(`${child.name} did not listen within ${WITHIN_MS / 1000} s. ${child.lastOutput()}`);
    await pause(100);
  }
}

function write(path: string, lines: readonly string[]): string {
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Starts a streaming replica of a PostgreSQL server. */
export async function startReplica(folder: string, databasePort: number): Promise<SupervisedProcess & { url: string }> {
  const data = join(folder, 'replica');
  mkdirSync(data, { mode: 0o700 });
  giveToNobody(data);
  const from = ['-h', '127.0.0.1', '-p', String(databasePort), '-U', 'postgres'];
  const asOwner = { ...owner, cwd: '/', env: process.env };
  const copied = spawnSync(join(bin, 'pg_basebackup'), [...from, '-D', data, '-R', '--checkpoint=fast'], { ...asOwner, encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(copied.stderr.trim());
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${data}`, 'fsync=off', 'max_connections=200'];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const launch = () => start('replica', args, { ...asOwner, command: join(bin, 'postgres'), logFile: join(folder, 'replica.log') });
  const kept = await superviseProcess('replica', launch, (child) => listens(child, port));
  return { ...kept, url: `postgres://postgres@127.0.0.1:${port}/postgres` };
}

/** Starts a pooler in transaction mode before a PostgreSQL server. */
export async function startPooler(folder: string, databasePort: number): Promise<SupervisedProcess & { url: string }> {
  const own = join(folder, 'pgbouncer');
  mkdirSync(own);
  giveToNobody(own);
  const port = await freePort();
  const users = write(join(own, 'users.txt'), ['"postgres" ""']);
  const settings = write(join(own, 'pgbouncer.ini'), [
    ...['[databases]', `* = host=127.0.0.1 port=${databasePort}`, '[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`],
    ...['unix_socket_dir =', 'auth_type = trust', `auth_file = ${users}`, 'pool_mode = transaction', 'default_pool_size = 20'],
    ...['max_client_conn = 1000', 'query_wait_timeout = 10', 'server_login_retry = 1', 'log_connections = 0', 'log_disconnections = 0'],
  ]);
  const launch = () =>
    start('pgbouncer', ['-q', settings], {
      ...owner,
      command: 'pgbouncer',
      cwd: '/',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
      logFile: join(folder, 'pgbouncer.log'),
    });
  const kept = await superviseProcess('pgbouncer', launch, (child) => listens(child, port));
  return { ...kept, url: `postgres://postgres@127.0.0.1:${port}` };
}

/** Starts Redis without persistence: pages reload the data of lost events. */
export async function startRedis(folder: string): Promise<SupervisedProcess & { url: string }> {
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const launch = () =>
    start('redis', settings, { command: 'redis-server', cwd: folder, env: process.env, logFile: join(folder, 'redis.log') });
  const kept = await superviseProcess('redis', launch, (child) => listens(child, port));
  return { ...kept, url: `redis://127.0.0.1:${port}` };
}

/** Host and port per name, and the DNS server that resolves the names, as in the container. */
interface Names {
  hosts: string;
  apis: string;
  resolver: string;
}

interface BehindNginx {
  /** Local ports. */
  hosts: readonly number[];
  apis: readonly number[];
  names?: Names;
  modules: string;
  /** Value of PORTAL_HOST_SECRET, the same as the APIs'. */
  hostSecret: string;
  /** Value of PORTAL_TLS_PROXIES. */
  tlsProxies?: string | undefined;
}

/** Writes the output of a script of docker/ for these settings. */
function writeBy(script: string, path: string, settings: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync('sh', [join(root, 'docker', script)], {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return write(path, [stdout]);
}

/** An upstream group that does not remember failures, because nginx treats the addresses of a resolved name so. */
const group = (name: string, ports: readonly number[]) =>
  `upstream ${name} { ${ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ')} }`;

/** Starts nginx with docker/nginx.conf, in which local addresses replace the containers'. */
export async function startNginx(
  folder: string,
  { hosts, apis, names, modules, hostSecret, tlsProxies = '' }: BehindNginx,
): Promise<SupervisedProcess & { url: string; apiUrl: string; bodies: string }> {
  const own = join(folder, 'nginx');
  mkdirSync(own);
  // nginx loads its modules from its prefix folder.
  symlinkSync('/usr/lib/nginx/modules', join(own, 'modules'));
  const [port, apiPort] = [await freePort(), await freePort()];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${own}/${of};`).join(' ');
  const given = readFileSync(join(root, 'docker/nginx.conf'), 'utf8');
  const proxies = writeBy('tls-proxies.sh', join(own, 'tls-proxies.conf'), { PORTAL_TLS_PROXIES: tlsProxies });
  const secret = writeBy('api-secret.sh', join(own, 'api-secret.conf'), { PORTAL_HOST_SECRET: hostSecret });
  const upstreams = names ? `resolver ${names.resolver} valid=1s ipv6=off;` : `${group('hosts', hosts)} ${group('apis', apis)}`;
  const mine = [
    ...([
      ['default hosts:8080;', `default ${names?.hosts ?? 'hosts'};`],
      ['default apis:8081;', `default ${names?.apis ?? 'apis'};`],
      ['include /run/nginx/resolver.conf;', upstreams],
      // Each worker resolves a name separately.
      ...(names ? [['worker_processes auto;', 'worker_processes 1;']] : []),
      ['listen 8080;', `listen 127.0.0.1:${port};`],
      ['listen 8081;', `listen 127.0.0.1:${apiPort};`],
      ['include mime.types;', `include /etc/nginx/mime.types; ${temporary}`],
      ['root /data/delivery;', `root ${modules};`],
      ['include /run/nginx/tls-proxies.conf;', `include ${proxies};`],
      ['include /run/nginx/api-secret.conf;', `include ${secret};`],
    ] as [string, string][]),
  ].reduce((text, [theirs, ours]) => {
    if (!text.includes(theirs)) throw new Error(`docker/nginx.conf has no ${theirs}`);
    return text.replaceAll(theirs, ours);
  }, given);
  const settings = write(join(own, 'nginx.conf'), [mine]);
  const outside = ['daemon off;', `pid ${own}/pid;`, `error_log ${join(folder, 'nginx.log')} warn;`, ...(isRoot ? ['user root;'] : [])];
  const launch = () =>
    start('nginx', ['-p', own, '-c', settings, '-g', outside.join(' ')], {
      command: 'nginx',
      cwd: own,
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
      logFile: join(folder, 'nginx.out.log'),
    });
  const kept = await superviseProcess('nginx', launch, (child) => listens(child, port));
  return { ...kept, url: `http://127.0.0.1:${port}`, apiUrl: `http://127.0.0.1:${apiPort}`, bodies: join(own, 'client_body') };
}

const KEY = { id: 'portal:files', secret: 'a-secret-of-this-run' };
const BUCKET = 'guards';

const swiftFilters = {
  catch_errors: ['use = egg:swift#catch_errors'],
  gatekeeper: ['use = egg:swift#gatekeeper'],
  // No memcached runs, so nothing is cached.
  cache: ['use = egg:swift#memcache', 'memcache_servers = 127.0.0.1:1'],
  listing_formats: ['use = egg:swift#listing_formats'],
  s3api: ['use = egg:swift#s3api', 's3_acl = false', 'location = us-east-1'],
  tempauth: ['use = egg:swift#tempauth', `user_${KEY.id.replace(':', '_')} = ${KEY.secret} .admin`],
  bulk: ['use = egg:swift#bulk'],
  slo: ['use = egg:swift#slo'],
};

async function makeBucket(endpoint: string): Promise<void> {
  const client = new S3Client({
    endpoint,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: { accessKeyId: KEY.id, secretAccessKey: KEY.secret },
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}

/** Starts OpenStack Swift from Debian's packages on one machine, with the S3 API. */
export async function startSwift(folder: string): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const own = join(folder, 'swift');
  mkdirSync(join(own, 'devices/one'), { recursive: true });
  const user = userInfo().username;
  const settingsOf = (port: number) => [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    `swift_dir = ${own}`,
    `user = ${user}`,
    'workers = 1',
  ];
  const children: Child[] = [];
  const launch = (name: string, settings: string) =>
    children.push(
      start(`swift-${name}`, [settings], {
        command: `swift-${name}-server`,
        cwd: own,
        env: process.env,
        logFile: join(folder, `swift-${name}.log`),
      }),
    );
  for (const name of ['account', 'container', 'object']) {
    const port = await freePort();
    const builder = join(own, `${name}.builder`);
    for (const args of [
      ['create', '4', '1', '0'],
      ['add', '--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--port', String(port), '--device', 'one', '--weight', '1'],
      ['rebalance'],
    ])
      if (spawnSync('swift-ring-builder', [builder, ...args]).status === 2) throw new Error(`swift-ring-builder could not ${args[0]}`);
    launch(
      name,
      write(join(own, `${name}.conf`), [
        ...settingsOf(port),
        ...[`devices = ${join(own, 'devices')}`, 'mount_check = false', 'disable_fallocate = true'],
        ...['[pipeline:main]', `pipeline = ${name}-server`, `[app:${name}-server]`, `use = egg:swift#${name}`],
      ]),
    );
    await listens(children.at(-1) as Child, port);
  }
  const port = await freePort();
  launch(
    'proxy',
    write(join(own, 'proxy.conf'), [
      ...settingsOf(port),
      ...['[pipeline:main]', `pipeline = ${Object.keys(swiftFilters).join(' ')} proxy-server`],
      ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true'],
      ...Object.entries(swiftFilters).flatMap(([name, lines]) => [`[filter:${name}]`, ...lines]),
    ]),
  );
  await listens(children.at(-1) as Child, port);
  const endpoint = `http://127.0.0.1:${port}`;
  await makeBucket(endpoint);
  return {
    env: { S3_ENDPOINT: endpoint, S3_BUCKET: BUCKET, S3_ACCESS_KEY_ID: KEY.id, S3_SECRET_ACCESS_KEY: KEY.secret },
    async stop() {
      for (const child of children.reverse()) await child.stop();
    },
  };
}
