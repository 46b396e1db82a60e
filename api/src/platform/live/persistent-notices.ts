import type { Standing, StandingNotice } from '@portal/contracts/_kernel/standing';

type Says = (guardId: string) => Promise<StandingNotice[]>;
const domains = new Map<string, Says>();

/** Registers the persistent notices of a domain. They are loaded with the session; pages reload them after a change event of the domain. */
export function noticeBy(domain: string, says: Says): void {
  domains.set(domain, says);
}

/** The persistent notices for a guard, by domain. */
export const persistentNotices = (guardId: string): Promise<Standing[]> =>
  Promise.all([...domains].map(async ([domain, says]) => ({ domain, notices: await says(guardId) })));
