import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { main } from '../src/cli/main';
import { fakeBuild, newContext, tempFolder } from './fixtures';

/** `portal …` in a test file: each test has its own store, and a small API for the gate; `routes`: the routes of mf-jobs. */
export function commandLine(routes: Record<string, string>) {
  const api = createServer((_asked, reply) => reply.end(JSON.stringify({ code: 200, data: { jobs: 2 } })));
  let said: string;
  let apiUrl: string;

  /** Runs `portal …` on the test's store. */
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
    process.env.PORTAL_DATA = tempFolder();
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
    delete process.env.PORTAL_TOKEN;
  });

  /** A portal with a shell and two versions of mf-jobs, of which the newer is active. */
  async function begin() {
    const shell = fakeBuild({ name: 'shell' });
    expect(await portal('publish', 'shell', '--dir', shell, '--activate', '--why', 'first')).toBe(0);
    for (const version of ['1.0.0', '1.1.0']) {
      const build = fakeBuild({
        name: 'mf-jobs',
        version,
        script: version,
        contracts: { jobs: 2 },
        routes,
      });
      expect(await portal('publish', 'mf-jobs', '--dir', build, '--activate', '--why', `the list, ${version}`)).toBe(0);
    }
    return newContext(join(process.env.PORTAL_DATA ?? '', 'delivery'));
  }

  return { portal, begin, said: () => said };
}
