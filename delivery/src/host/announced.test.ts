import { deploy, info, newContext } from '../../test/fixtures';
import { standIn, startTestHost, type TestHost } from '../../test/test-host';
import { announce } from '../commands/announce';

const at = Date.parse('2026-05-01T12:00:00Z');
let now = at;
let host: TestHost;
let api: Awaited<ReturnType<typeof standIn>>;
const context = newContext();

beforeAll(async () => {
  await deploy(context, { name: 'shell' }, { name: 'mf-public', routes: { '/': 'Home', '*': 'Page not found' } });
  await announce(context, 'Away <from> 02:00.', 1, info);
  api = await standIn();
  host = await startTestHost(api.port, undefined, { context, now: () => now });
});
afterAll(async () => {
  await host.close();
  api.stop();
});
const page = async () => (await fetch(`http://127.0.0.1:${host.port}/`)).text();
const SECTION =
  '<div id="standing"><section class="announcement" aria-label="Announcement"><p>Away &lt;from&gt; 02:00.</p></section></div>';

it('is in the HTML of every page, without a script, until its end', async () => {
  expect(await page()).toContain(SECTION);
  now = at + 66 * 60_000;
  expect(await page()).toContain('<div id="standing"></div>');
});
