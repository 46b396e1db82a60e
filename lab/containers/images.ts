import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { podman, run, succeeds } from './podman';

const own = import.meta.dirname;
const root = resolve(own, '../..');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const MIRROR = 'http://deb.debian.org/debian';
const images = 'docker.io/library';

/** Debian's root, from Debian's packages. */
async function makeDebian(folder: string): Promise<void> {
  const archive = join(folder, 'debian.tar');
  await run('mmdebstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', archive, MIRROR);
  await podman('import', archive, `${images}/debian:bookworm-slim`);
}

/** Node and npm from the packages of the npm registry. */
async function makeNode(folder: string): Promise<void> {
  const machine = `node-linux-${process.arch}`;
  await run('npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-save', `${machine}@24`, 'npm@11');
  const context = join(folder, 'context');
  mkdirSync(context);
  cpSync(join(folder, 'node_modules', machine, 'bin/node'), join(context, 'node'));
  cpSync(join(folder, 'node_modules/npm'), join(context, 'npm'), { recursive: true });
  await podman('build', '-t', `${images}/node:24-bookworm-slim`, '-f', join(own, 'bases/node.Dockerfile'), context);
}

const makePostgres = () =>
  podman('build', '-t', `${images}/postgres:15-bookworm`, '-f', join(own, 'bases/postgres.Dockerfile'), join(own, 'bases'));

const bases = { 'debian:bookworm-slim': makeDebian, 'node:24-bookworm-slim': makeNode, 'postgres:15-bookworm': makePostgres };
export const baseNames = Object.keys(bases);

/** Makes the images that docker/ names as bases, where they are missing. */
export async function makeBases(say: (line: string) => void): Promise<void> {
  for (const [name, make] of Object.entries(bases)) {
    if (await succeeds('image', 'exists', `${images}/${name}`)) continue;
    await make(temporaryFolder('base'));
    say(`${name} is made`);
  }
}

/** Builds an image of docker/. npm uses the registry and the certificates of this machine. */
export async function buildImage(image: string, dockerfile: string, context: string): Promise<void> {
  const settings = join(temporaryFolder('npm'), 'npmrc');
  writeFileSync(settings, `registry=${await run('npm', 'config', 'get', 'registry')}\ncafile=${CERTIFICATES}\n`);
  const volumes = [`${CERTIFICATES}:${CERTIFICATES}:ro`, `${settings}:/usr/local/etc/npmrc:ro`].flatMap((one) => ['-v', one]);
  await podman('build', ...volumes, '-t', image, '-f', join(root, dockerfile), join(root, context));
}

/** The size of an image in MB. */
export const sizeOf = async (image: string): Promise<number> =>
  Math.round(Number(await podman('image', 'inspect', '--format', '{{.Size}}', image)) / 1e6);
