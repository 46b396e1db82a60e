import { deploy, newContext } from '../../test/fixtures';
import { startTestHost } from '../../test/test-host';

it.each([
  ['the default', {}, 'guard-portal:guard-portal'],
  ["the operator's", { PORTAL_BASIC: 'client:of-theirs' }, 'client:of-theirs'],
])('[AUTHZ-11] a page carries the credential of calls before a session: %s', async (_, env, credential) => {
  const context = newContext();
  await deploy(context, { name: 'shell' }, { name: 'mf-onboarding', routes: { '/guard/login': { title: 'Log in' } } });
  const host = await startTestHost(1, undefined, { context, env });
  const html = await (await fetch(`http://127.0.0.1:${host.port}/guard/login`)).text();
  await host.close();
  const [, config = ''] = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(config).basic).toBe(Buffer.from(credential).toString('base64'));
});
