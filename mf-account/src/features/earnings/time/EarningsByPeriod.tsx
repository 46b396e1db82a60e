import { dayMonthYear, money } from '@portal/contracts/_kernel/formats';
import type { EarningsPeriod, PeriodKind } from '@portal/contracts/earnings/earnings.reports';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Chart } from '@portal/ui/Chart';
import { SegmentedToggle } from '@portal/ui/SegmentedToggle';
import { useState } from 'react';
import { useTotals } from '../earnings.queries';
import styles from './EarningsByPeriod.module.css';
import { monthOf } from './months';
import { Threshold } from './Threshold';

const kinds = [
  { id: 'week', label: 'Weeks' },
  { id: 'month', label: 'Months' },
] as const satisfies readonly { id: PeriodKind; label: string }[];

const words: Readonly<
  Record<PeriodKind, { label(from: string): string; name(period: EarningsPeriod): string; title: string; header: string }>
> = {
  week: {
    label: (from) => `${monthOf(from)} ${Number(from.slice(8))}`,
    name: ({ from, to }) => `${dayMonthYear(from)} to ${dayMonthYear(to)}`,
    title: 'Earnings by week',
    header: 'Week',
  },
  month: {
    label: monthOf,
    name: ({ from }) => `${monthOf(from)} ${from.slice(0, 4)}`,
    title: 'Earnings by month',
    header: 'Month',
  },
};

/** The credits by week or month as bars and as a table, and their meaning for GST/HST. */
export function EarningsByPeriod() {
  const [by, setBy] = useState<PeriodKind>('month');
  const query = useTotals(by);
  const { label, name, title, header } = words[query.isPrevious ? (by === 'week' ? 'month' : 'week') : by];
  return (
    <div className={styles.time}>
      <SegmentedToggle
        className={styles.periods}
        label="Periods"
        segments={kinds}
        selected={by}
        onSelect={(id) => setBy(id as PeriodKind)}
      />
      <QueryView
        query={query}
        keepsPrevious
        failed="Your earnings over time could not be loaded"
        loading={{ shape: 'card', count: 1, label: 'Loading your earnings over time' }}
      >
        {({ periods }) => (
          <Chart
            title={title}
            nameHeader={header}
            valueHeader="Credited"
            axis={money}
            bars={periods.map((period, at) => ({
              key: period.from,
              label: label(period.from),
              name: name(period),
              value: Number(period.credited),
              text: money(period.credited),
              isRunning: at === periods.length - 1,
            }))}
          />
        )}
      </QueryView>
      <Threshold />
    </div>
  );
}
