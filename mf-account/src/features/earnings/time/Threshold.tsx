import { money } from '@portal/contracts/_kernel/formats';
import { smallSupplierNote, smallSupplierText } from '@portal/contracts/earnings/earnings.copy';
import { SMALL_SUPPLIER } from '@portal/contracts/earnings/earnings.rules';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Card } from '@portal/ui/Card';
import { KeyValue } from '@portal/ui/KeyValue';
import { useQuarters } from '../earnings.queries';
import styles from './EarningsByPeriod.module.css';
import { monthOf } from './months';

/** Compares the last four quarters with the small-supplier threshold. */
export function Threshold() {
  return (
    <section aria-labelledby="threshold">
      <Card className={styles.threshold}>
        <h2 id="threshold" className={styles.heading}>
          The last four quarters and GST/HST
        </h2>
        <QueryView
          query={useQuarters()}
          failed="Your last four quarters could not be loaded"
          loading={{ shape: 'text', count: 3, label: 'Loading your last four quarters' }}
        >
          {({ quarters, total, left }) => (
            <>
              <p className={styles.words}>{smallSupplierText(total, left)}</p>
              <progress
                className={styles.bar}
                max={Number(SMALL_SUPPLIER)}
                value={Math.min(Number(total), Number(SMALL_SUPPLIER))}
                aria-label={`${money(total)} of ${money(SMALL_SUPPLIER)}`}
              />
              <KeyValue
                items={quarters.map(({ from, to, credited }) => ({
                  label: `${monthOf(from)} to ${monthOf(to)} ${to.slice(0, 4)}`,
                  value: money(credited),
                }))}
              />
              <p className={styles.note}>{smallSupplierNote}</p>
            </>
          )}
        </QueryView>
      </Card>
    </section>
  );
}
