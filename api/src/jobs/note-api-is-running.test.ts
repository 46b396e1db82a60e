import { sql } from 'kysely';
import { testApi } from '../../test/test-api';
import { currentServices } from '../platform/context';
import { db } from '../platform/database/db';
import { noteApiIsRunningJob } from './note-api-is-running.job';

testApi();

it.each([
  ['writes signs of life in a process that runs no other jobs', false],
  ['writes no signs of life in a process that also runs the timer of welfare checks', true],
])('[WELFARE-09] %s', async (_what, runsJobs) => {
  await sql`delete from api_signs`.execute(db());
  const hooks: (() => Promise<void>)[] = [];
  const addHook = (_name: string, hook: () => Promise<void>) => hooks.push(hook);
  const log = { warn: jest.fn(), error: jest.fn() };
  noteApiIsRunningJob.start({ log, addHook } as never, { runsJobs } as never);
  expect(currentServices().polls.has(noteApiIsRunningJob.name)).toBe(!runsJobs);
  for (const hook of hooks) await hook();
  const { rows } = await sql`select from api_signs`.execute(db());
  expect(log.warn).not.toHaveBeenCalled();
  expect(rows).toHaveLength(runsJobs ? 0 : 1);
});
