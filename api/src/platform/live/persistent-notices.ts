import type { Standing, StandingNotice } from '@portal/contracts/_kernel/standing';

type Says = (guardId: string) => Promise<StandingNotice[]>;
const domains = new Map<string, Says>();

/** Names what a domain tells a guard on every page. It is asked with each look at the session; pages look when the domain `notifyChanged`. */
export function noticeBy(domain: string, says: Says): void {
  domains.set(domain, says);
}

/** What a guard is to be told on every page, by domain. */
export const persistentNotices = (guardId: string): Promise<Standing[]> =>
  Promise.all([...domains].map(async ([domain, says]) => ({ domain, notices: await says(guardId) })));
