import { subscribe } from '@portal/contracts/newsletter/newsletter.endpoints';
import { nowText } from '../../platform/clock';
import { db } from '../../platform/db';
import { bindOpen } from '../../platform/http-binding';
import { countTry } from '../../platform/rate-limit';

declare module '../../platform/db' {
  interface Database {
    newsletter_subscriptions: { email: string; created_at: string };
  }
}

const perAddress = { bucket: 'newsletter.address', max: 20, perSeconds: 3600 };

export const newsletterRoutes = [
  bindOpen(subscribe, async ({ email }, { address }) => {
    await countTry(perAddress, address);
    const row = { email: email.toLowerCase(), created_at: nowText() };
    await db()
      .insertInto('newsletter_subscriptions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return null;
  }),
];
