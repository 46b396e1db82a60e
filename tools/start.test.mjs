import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../shared/testing/src/temporaryFolder.mjs';

/** Runs the script of `npm start` until it exits; returns its exit code and its stderr. */
function start(env, flags = []) {
  const child = spawn(process.execPath, [...flags, join(__dirname, 'start.mjs')], { env: { ...process.env, PORT: '0', ...env } });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

let folder;
beforeEach(() => {
  folder = temporaryFolder('start');
});

test('prints one line when the port is in use', async () => {
  const server = createServer();
  const port = await new Promise((resolve) => {
    server.listen(0, () => resolve(server.address().port));
  });
  const { code, said } = await start({ PORT: String(port), PORTAL_DATA: folder });
  await new Promise((resolve) => {
    server.close(resolve);
  });
  expect({ code, said }).toEqual({ code: 1, said: `Port ${port} is in use: choose another with PORT=…\n` });
});

test('prints one line when the data folder is not writable', async () => {
  const data = join(folder, 'file', 'data');
  writeFileSync(join(folder, 'file'), '');
  const { code, said } = await start({ PORTAL_DATA: data });
  expect({ code, said }).toEqual({
    code: 1,
    said: `The folder ${data} is not writable: make it writable, or name another with PORTAL_DATA=…\n`,
  });
});

test('prints one line when PORTAL_MODE is missing and HOST is not a loopback address', async () => {
  const { code, said } = await start({ PORTAL_DATA: folder, HOST: '0.0.0.0', PORTAL_MODE: '' });
  expect({ code, said }).toEqual({
    code: 1,
    said: 'PORTAL_MODE is not set, and HOST=0.0.0.0 can be reached by others: set PORTAL_MODE=production, or PORTAL_MODE=demo for a demonstration.\n',
  });
});

test('prints one line when Node is too old', async () => {
  const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })";
  const { code, said } = await start({ PORTAL_DATA: folder }, ['--import', `data:text/javascript,${encodeURIComponent(old)}`]);
  expect({ code, said }).toEqual({
    code: 1,
    said: 'The portal needs Node 20.19 or a later 20, or 24.0 or a later 24; this is Node 18.20.0.\n',
  });
});

test.each(['mysql://nobody@127.0.0.1/x', 'postgres://nobody@127.0.0.1:9/x'])('prints one line for the DATABASE_URL %s', async (url) => {
  const { code, said } = await start({ PORTAL_DATA: folder, DATABASE_URL: url });
  expect(code).toBe(1);
  expect(said).toMatch(/^[^\n]*(DATABASE_URL|database)[^\n]*\n$/i);
});
