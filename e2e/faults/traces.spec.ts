import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { listTickets } from '@portal/contracts/tickets/tickets.endpoints';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import pg from 'pg';
import { findDataFolder } from '../../api/src/platform/database/embedded/folders';
import { readPostmaster } from '../../api/src/platform/database/embedded/server-process';
import { press, waitForIdleNetwork } from '../support/chrome';
import { expect, logIn, test } from '../support/fixtures';
import { ownPortal } from './releases';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** The output of `npm run trace:last`. */
async function lastTrace(reference: string): Promise<string> {
  const trace = run(process.execPath, ['--import', 'tsx', 'tools/trace-last.ts', reference], {
    cwd: root,
    env: { ...process.env, PORTAL_DATA: ownPortal().data },
  });
  return (await trace.catch((error: { stdout: string }) => error)).stdout;
}

/** Stores a ticket with a time that the contract forbids, so that the guard's list of tickets fails. */
async function storeBadTicket(guardId: string): Promise<void> {
  const folder = findDataFolder(join(ownPortal().data, 'pg')) ?? '';
  const client = new pg.Client({ host: readPostmaster(folder)?.socketFolder, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(
    `insert into tickets (guard_id, ticket_type, ticket_title, description, images, created_at)
      values ($1, 3, 'A ticket', 'of no time', '{none.jpg}', 'infinity')`,
    [guardId],
  );
  await client.end();
}

test('[TRACE-01] [TRACE-03] [TRACE-07] the reference that a guard reads out after a tap leads from the tap to the SQL statement', async ({
  page,
  guard,
  noise,
}) => {
  noise.refusal(500, listTickets);
  await storeBadTicket(guard.id);
  await logIn(page, guard);
  await page.goto(ticketsPaths.support());
  await waitForIdleNetwork(page);
  await press(page.getByRole('link', { name: 'Previous Ticket' }));
  const shown = page.getByText(/^Reference: [0-9a-f]{12}$/);
  await expect(shown).toBeVisible();
  const reference = (await shown.textContent())?.replace('Reference: ', '') ?? '';

  await expect.poll(() => lastTrace(reference), { timeout: 60_000 }).toContain(`reference ${reference}`);
  const lines = (await lastTrace(reference)).split('\n');
  const caller = String.raw`mf-communication@\d\S* \(\S+\)`;
  const ms = String.raw`\d+\.\d ms`;
  expect(lines[0]).toMatch(/^trace [0-9a-f]{32} {2}\d{4}-\d{2}-\d{2}T\S+Z {2}\d+\.\d ms$/);
  // The first call of a tap names its module: here the shell may also check the session.
  expect(lines[1]).toMatch(new RegExp(String.raw`^ {2}portal-host tap {2}${ms} {2}(shell|mf-communication)@\d\S* \(\S+\)$`));
  const at = lines.findIndex((line) => line.includes(reference));
  expect(lines[at - 1]).toMatch(new RegExp(String.raw`^ {4}portal-host GET /v1/\* {2}${ms} {2}status 500 {2}failed {2}${caller}$`));
  expect(lines[at]).toMatch(
    new RegExp(`^ {6}guard-api GET /v1/guards/ticket {2}${ms} {2}status 500 {2}failed {2}reference ${reference} {2}${caller}$`),
  );
  const statement = new RegExp(String.raw`^ {8}guard-api select tickets {2}${ms} {2}${caller} {2}select .* from tickets t .*\$1`);
  expect(lines.slice(at + 1).filter((line) => statement.test(line)).length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toContain(guard.id);
});
