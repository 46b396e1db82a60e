import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { settingNames } from '../shared/settings/src/read';
import { deployables } from './bundle/deployables';

const root = resolve(__dirname, '..');
const read = (file: string) => readFileSync(join(root, 'docker', file), 'utf8');
const dockerfiles = readdirSync(join(root, 'docker')).filter((file) => file.endsWith('Dockerfile'));
/** Supported until 2028-04. */
const NODE = 'node:24-bookworm-slim';

interface Service {
  build?: { context: string; dockerfile: string };
  image?: string;
  environment?: Record<string, string>;
  stop_grace_period?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}
const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> };

/** The instructions of the last stage, and the base images of all stages. */
function stagesOf(file: string) {
  const parsed = DockerfileParser.parse(read(file));
  const froms = parsed.getFROMs();
  const last = froms.at(-1)?.getRange().start.line ?? 0;
  const final = parsed.getInstructions().filter((one) => one.getRange().start.line >= last);
  return { images: froms.map((from) => from.getImage()), final };
}

describe.each(dockerfiles)('%s', (file) => {
  const { images, final } = stagesOf(file);
  const texts = (keyword: string) => final.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent());

  it('is well-formed', () => {
    expect(validate(read(file)).map(({ range, message }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  it('runs as another user than root, and has a health check', () => {
    expect(texts('USER')).toHaveLength(1);
    expect(texts('USER')).not.toContain('root');
    expect(texts('HEALTHCHECK')).toHaveLength(1);
    expect(texts('CMD')).toHaveLength(1);
  });

  it('names each base image with its release', () => {
    for (const image of images) expect(image).toMatch(/^(source|node:24-bookworm-slim|debian:bookworm-slim)$/);
  });
});

it.each(deployables.map(({ name }) => name))('%s has an image with compiled JavaScript and no build packages', (name) => {
  const file = name === 'portal' ? 'publish.Dockerfile' : `${name}.Dockerfile`;
  const { images, final } = stagesOf(file);
  expect(images.at(-1)).toBe(NODE);
  const text = final.map((one) => one.toString()).join('\n');
  expect(text).toContain(`COPY --from=compiled /portal/dist/${name} dist/${name}`);
  expect(text).toContain('COPY --from=packages /portal/node_modules node_modules');
  expect(text).toMatch(new RegExp(`dist/${name}/main\\.js`));
  expect(text).not.toMatch(/tsx|npm/);
  expect(read(file)).toMatch(/AS packages\n(#.*\n)?RUN npm ci --omit=dev --workspace=(api|delivery) /);
});

it('compose.yaml passes dclint without warnings', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/dclint/bin/dclint.cjs'),
      '-c',
      join(root, 'docker/dclint.json'),
      '--max-warnings',
      '0',
      join(root, 'docker/compose.yaml'),
    ],
    { encoding: 'utf8', timeout: 60_000 },
  );
  expect(`${stdout}${stderr}`.trim()).toBe('');
  expect(status).toBe(0);
});

it('compose.yaml names existing Dockerfiles, and depends on existing services', () => {
  for (const [name, { build, image, depends_on = {} }] of Object.entries(services)) {
    expect([name, build ? dockerfiles.includes(build.dockerfile.replace('docker/', '')) : image !== undefined]).toEqual([name, true]);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
  }
  const built = Object.values(services).flatMap(({ build }) => (build ? [build.dockerfile.replace('docker/', '')] : []));
  expect([...new Set(built)].sort()).toEqual(dockerfiles.sort());
});

it('compose.yaml has no default for PORTAL_URL, so that no portal starts with links to localhost', () => {
  const portals = Object.entries(services).filter(([, { environment }]) => environment && 'API_URL' in environment);
  expect(portals.length).toBeGreaterThan(5);
  for (const [name, { environment }] of portals) expect([name, environment?.PORTAL_URL]).toEqual([name, `\${PORTAL_URL:?set PORTAL_URL}`]);
});

it('compose.yaml and the image hand on each setting that the portal host reads', () => {
  const names = settingNames('host');
  expect(names.length).toBeGreaterThan(20);
  const image = read('host.Dockerfile');
  const given = new Set([
    ...Object.keys(services['host-1']?.environment ?? {}),
    ...[...image.matchAll(/\b([A-Z][A-Z\d_]+)=/g)].map(([, name]) => name),
  ]);
  expect(names.filter((name) => !given.has(name))).toEqual([]);
});

it('each service that others wait for has a health check', () => {
  for (const { depends_on = {} } of Object.values(services))
    for (const [name, { condition }] of Object.entries(depends_on)) {
      if (condition !== 'service_healthy') continue;
      const { build, ...own } = services[name] as Service;
      const checks = 'healthcheck' in own || (build && /^HEALTHCHECK (?!NONE)/m.test(read(build.dockerfile.replace('docker/', ''))));
      expect([name, Boolean(checks)]).toEqual([name, true]);
    }
});

it('the database is healthy when its port answers, because its socket answers while the image creates it', () => {
  expect(services.database?.healthcheck?.test.join(' ')).toBe('CMD pg_isready -h 127.0.0.1 -U portal');
});

it('the health checks of a host and an API request /readyz', () => {
  for (const [file, port] of [
    ['host.Dockerfile', 8080],
    ['api.Dockerfile', 8081],
  ] as const)
    expect(read(file)).toMatch(new RegExp(`^HEALTHCHECK .*'http://127\\.0\\.0\\.1:${port}/readyz'`, 'm'));
});

it.each([8, 60, 600])('the stop grace period exceeds DRAIN_SECONDS=%i by more than 3 seconds', (seconds) => {
  const drained = Object.values(services).filter(({ environment }) => environment && 'DRAIN_SECONDS' in environment);
  expect(drained.length).toBeGreaterThan(1);
  for (const { stop_grace_period = '' } of drained) {
    const said = stop_grace_period.replace(/\$\{DRAIN_SECONDS:-8\}/, String(seconds));
    const [, minutes = 0, rest] = /^(?:(\d+)m)?(\d+)s$/.exec(said) ?? [];
    expect(Number(minutes) * 60 + Number(rest)).toBeGreaterThan(seconds + 3);
  }
});

it.each(['api', 'host', 'publish', 'nginx'])('%s has the folder of the volume with the owner node, whose id is 1000', (name) => {
  expect(read(`${name}.Dockerfile`)).toMatch(/^RUN install -d -o (node|1000) \/data$/m);
});

it('the publish container activates a version only if the module has no active one', () => {
  const run = stagesOf('publish.Dockerfile').final.find((one) => one.getKeyword() === 'CMD');
  expect(run?.getArgumentsContent()).toContain('--activate --first');
});
