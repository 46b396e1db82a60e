import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { MODULES } from '@portal/mf-kit/module';
import { readModule } from '../../shared/webpack/src/workspace';
import { main } from './cli';
import { fakeBuild, newDesk, scratch } from './fixtures';

const api = createServer((_asked, reply) => reply.end(JSON.stringify({ code: 200, data: { jobs: 2 } })));
let said: string;
let apiUrl: string;

/** Runs `portal …` on a store of its own. */
const portal = async (...args: string[]) => {
  said = '';
  return main(args);
};

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => api.close());
beforeEach(() => {
  process.env.PORTAL_DATA = scratch();
  process.env.API_URL = apiUrl;
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
});
afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.PORTAL_DATA;
  delete process.env.API_URL;
});

/** A portal with a shell and two versions of mf-jobs, the later one live. */
async function begin() {
  const shell = fakeBuild({ name: 'shell' });
  expect(await portal('publish', 'shell', '--dir', shell, '--activate', '--why', 'first')).toBe(0);
  for (const version of ['1.0.0', '1.1.0']) {
    const build = fakeBuild({ name: 'mf-jobs', version, script: version, contracts: { jobs: 2 }, routes: { '/search-job': 'Search' } });
    expect(await portal('publish', 'mf-jobs', '--dir', build, '--activate', '--why', `the list, ${version}`)).toBe(0);
  }
  return newDesk(join(process.env.PORTAL_DATA ?? '', 'delivery'));
}

describe('verify', () => {
  it('says that everything holds only when everything was looked at', async () => {
    await begin();
    expect(await portal('verify')).toBe(0);
    expect(said).toContain('revision 3: signature, 2 modules, every file and the gate hold');
  });

  it.each([
    ['no API is named', () => delete process.env.API_URL, 'set API_URL to the address of the guard API'],
    [
      'the API is away',
      () => Object.assign(process.env, { API_URL: 'http://127.0.0.1:1' }),
      'the API at http://127.0.0.1:1 does not say (',
    ],
  ])('does not say so when %s', async (_, lose, words) => {
    await begin();
    lose();
    expect(await portal('verify')).toBe(1);
    expect(said).toContain(`what the modules call was not compared with what the API serves: ${words}`);
    expect(said).not.toContain('hold');
  });
});

it.each(['shell', ...MODULES])('%s has a budget', (name) => {
  expect(readModule(name, join(__dirname, '../..')).budget).toBeGreaterThan(0);
});

it('publishes no build without a budget', async () => {
  const build = fakeBuild({ name: 'mf-jobs', budget: undefined });
  expect(await portal('publish', 'mf-jobs', '--dir', build)).toBe(1);
  expect(said).toBe('portal: mf-jobs 1.0.0 has no budget: give it one, portal.budget in its package.json, and build again\n');
});
