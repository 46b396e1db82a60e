// Logs the demo guard in at a running portal, as a page does: `node tools/check-login.mjs [url]`.
import { tsImport } from 'tsx/esm/api';

const [url = 'http://localhost:8080'] = process.argv.slice(2);
const load = (path) => tsImport(`../${path}`, import.meta.url);
const { demo } = await load('api/seed/demo.ts');
const { login } = await load('shared/contracts/src/auth/auth.endpoints.ts');
const { fullPath } = await load('shared/contracts/src/_kernel/endpoint.ts');
const { clientCredential } = await load('shared/contracts/src/auth/auth.rules.ts');

process.once('uncaughtException', (error) => {
  process.stderr.write(`${url}: ${error.cause?.message ?? error.message}\n`);
  process.exit(1);
});

const page = await fetch(url);
const response = await fetch(url + fullPath(login), {
  method: login.method,
  headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(clientCredential).toString('base64')}` },
  body: JSON.stringify({ email: demo.email, password: demo.password, deviceToken: 'web' }),
});
const { code, message } = await response.json();
process.stdout.write(`${url}: page ${page.status}, login ${code} ${message}\n`);
process.exitCode = page.status === 200 && code === 200 ? 0 : 1;
