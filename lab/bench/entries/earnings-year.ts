import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { makeGuard } from '@portal/contracts/guards/guards.staff';
import type pg from 'pg';
import { Staff } from '../../../e2e/support/staff';
import { timeClick } from '../browser/clickClock';
import { runLike } from '../browser/phone';
import { logIn, openPage, type Site } from '../browser/visit';
import { inDatabase } from '../database';
import type { Entry } from '../entry';
import { estimateRatio } from '../estimate';
import type { Lab, PhoneLab } from '../lab';
import { median, ms } from '../numbers';
import { shuffle } from '../random';

const FEW = 100;
const MANY = 10_000;
const ROWS = 10;

interface Earner extends Site {
  guardId: string;
}

/** Creates a guard with this many credits within a year, and logs in. */
async function earner(lab: Lab, database: pg.Client, count: number): Promise<Earner> {
  const { url } = await lab.composed();
  const staff = new Staff(url, readFileSync(join(lab.folder, 'composed/staff-token'), 'utf8').trim());
  const { id, email, password } = await staff.call(makeGuard, {} as Input<typeof makeGuard>);
  await database.query(
    `insert into transactions (guard_id, kind, amount, created_at)
     select $1, 'credit', 10 + n % 90, now() - n * interval '365 days' / $2::int from generate_series(1, $2::int) n`,
    [id, count],
  );
  return { name: `${count} transactions`, url, session: await logIn(await lab.browser(), url, { email, password }), guardId: id };
}

/** Runs in the page. */
const isShown = (rows: number) => document.querySelectorAll('main tbody tr').length === rows;

/** Milliseconds from the click on the earnings link until their first page is painted. */
async function timeOpening(lab: PhoneLab, who: Earner): Promise<number> {
  const { context, page, cdp } = await openPage(await lab.browser(), who, true);
  try {
    await page.goto(guardsPaths.myProfile({ id: who.guardId }));
    const link = page.locator(`main a[href="${earningsPaths.withdraw()}"]`).first();
    await link.waitFor();
    await page.waitForLoadState('networkidle');
    await runLike(lab.phone, cdp);
    return await timeClick(page, { isShown, argument: ROWS, click: () => link.click() });
  } finally {
    await context.close();
  }
}

export const earningsYear: Entry = {
  id: 'earnings-year',
  what: 'My Earning: from the click to the painted first page, with 10,000 transactions in a year / with 100, medians',
  on: 'phone',
  unit: 'times',
  atMost: 1.5,
  async measure(lab) {
    const who = await inDatabase(lab, async (database) => {
      const made = { few: await earner(lab, database, FEW), many: await earner(lab, database, MANY) };
      await database.query('analyze transactions');
      return made;
    });
    const took = { few: [] as number[], many: [] as number[] };
    // The first run of each is not counted, because the server reads data for the first time.
    for (let run = 0; run <= lab.runs; run++) {
      lab.say(`earnings opened, ${run} of ${lab.runs}`);
      for (const which of shuffle(lab.random, ['few', 'many'] as const)) {
        const each = await timeOpening(lab, who[which]);
        if (run > 0) took[which].push(each);
      }
    }
    return {
      ...estimateRatio(lab.random, took.many, took.few, median),
      detail: `${FEW} transactions ${ms(median(took.few))}, ${MANY} transactions ${ms(median(took.many))}`,
    };
  },
};
