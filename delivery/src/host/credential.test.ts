import { deploy, newDesk } from '../fixtures';
import { hostBefore } from './fixtures';

it.each([
  ['the default', {}, 'guard-portal:guard-portal'],
  ["the operator's", { PORTAL_BASIC: 'client:of-theirs' }, 'client:of-theirs'],
])('[AUTHZ-11] a page carries the credential of calls before a session: %s', async (_, env, credential) => {
  const desk = newDesk();
  await deploy(desk, { name: 'shell' }, { name: 'mf-onboarding', routes: { '/guard/login': { title: 'Log in' } } });
  const host = await hostBefore(1, undefined, { desk, env });
  const html = await (await fetch(`http://127.0.0.1:${host.port}/guard/login`)).text();
  await host.close();
  const [, config = ''] = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(config).basic).toBe(Buffer.from(credential).toString('base64'));
});
