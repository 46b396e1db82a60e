import { readdirSync } from 'node:fs';
import { commandLine } from './command-line';
import { fakeBuild } from './fixtures';

export const inDays = (days: number): string => new Date(new Date().setUTCDate(new Date().getUTCDate() + days)).toISOString().slice(0, 10);

/** `portal …` in a test file, on a store with tokens; `routes`: the routes of mf-jobs. */
export function tokenLine(routes: Record<string, string>) {
  const line = commandLine(routes);
  const { portal, begin, said } = line;
  const next = { contracts: { jobs: 2 }, routes };
  const build = (version: string, name = 'mf-jobs') => fakeBuild({ ...next, name, version, script: `${name} ${version}` });

  async function makeToken(...args: string[]): Promise<{ id: string; token: string }> {
    expect(await portal('create-token', '--expires', inDays(30), ...args, '--json')).toBe(0);
    return JSON.parse(said());
  }

  return {
    ...line,
    build,
    words: () => said().replace(/\s+/g, ' ').trim(),
    publish: (version: string, name = 'mf-jobs') => portal('publish', name, '--dir', build(version, name), '--why', `${name} ${version}`),
    /** Uses this token for later commands, or none. */
    as(token: string | null) {
      if (token) process.env.PORTAL_TOKEN = token;
      else delete process.env.PORTAL_TOKEN;
    },
    /** A portal whose store has tokens: of the squad of mf-jobs, of another squad, and of ops. */
    async beginWithTokens() {
      const { store, data } = await begin();
      const jobs = await makeToken('--module', 'mf-jobs', '--name', 'squad jobs');
      const account = await makeToken('--module', 'mf-account', '--name', 'squad account');
      const ops = await makeToken('--ops', '--name', 'ana');
      const everything = () => readdirSync(data, { recursive: true }).map(String).sort();
      return { store, data, jobs, account, ops, everything };
    },
  };
}
