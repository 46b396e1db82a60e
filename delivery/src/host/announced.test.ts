import { announce } from '../announce';
import { deploy, newDesk, order } from '../fixtures';
import { hostBefore, standIn, type TestHost } from './fixtures';

const at = Date.parse('2026-05-01T12:00:00Z');
let now = at;
let host: TestHost;
let api: Awaited<ReturnType<typeof standIn>>;
const desk = newDesk();

beforeAll(async () => {
  await deploy(desk, { name: 'shell' }, { name: 'mf-public', routes: { '/': 'Home', '*': 'Page not found' } });
  await announce(desk, 'Away <from> 02:00.', 1, order);
  api = await standIn();
  host = await hostBefore(api.port, undefined, { desk, now: () => now });
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
