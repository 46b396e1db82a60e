import { localDay } from '@portal/contracts/_kernel/formats';
import { missingText } from '@portal/contracts/earnings/earnings.copy';
import { payQuestion } from '@portal/contracts/earnings/earnings.reports';
import { askAboutPay, askAboutPayLabel } from '@portal/contracts/tickets/tickets.paths';
import type { NoticeAboveList } from '@portal/mf-kit/PagedList';
import { Link, useSearchParams } from '@portal/mf-kit/router';
import { Banner } from '@portal/ui/Banner';
import { useLatestGap } from '../earnings.queries';
import { urlWith } from '../withdraw/filter';
import styles from './Pay.module.css';

/** The notice above the transactions. They wait for it, so that they do not move later. */
export function useUnderpaidNotice(): NoticeAboveList {
  const query = useLatestGap();
  return { query, shown: <GapNotice query={query} /> };
}

/** Explains that a shift paid less than expected, with a link to a filled-in ticket. Renders nothing without such a shift. */
function GapNotice({ query }: { query: ReturnType<typeof useLatestGap> }) {
  const [params] = useSearchParams();
  const gap = query.hasData ? query.data.docs[0] : undefined;
  if (!query.hasData || !gap) return null;
  const more = query.data.gaps - 1;
  const others = more > 0 ? ` ${more} more ${more === 1 ? 'shift was' : 'shifts were'} paid too little.` : '';
  return (
    <Banner
      kind="warning"
      actions={
        <span className={styles.ways}>
          <Link to={askAboutPay(gap.jobId.id, payQuestion(gap))}>{askAboutPayLabel}</Link>
          <Link to={urlWith(params, { tab: 'pay', only: 'gaps' })}>See the pay check</Link>
        </span>
      }
    >
      {`${gap.jobId.jobTitle}, ${localDay(gap.startTime, gap.timeZone)}: paid ${missingText(gap.missing)} than expected.${others}`}
    </Banner>
  );
}
