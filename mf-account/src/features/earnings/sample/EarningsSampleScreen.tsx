import { earningsSample } from '@portal/contracts/earnings/earnings.copy';
import { earningsPaths } from '@portal/contracts/earnings/earnings.paths';
import { SampleFrame } from '@portal/mf-kit/SampleFrame';
import { Stat } from '@portal/ui/Stat';
import styles from './EarningsSample.module.css';

export function EarningsSampleScreen() {
  return (
    <SampleFrame
      title={earningsSample.title}
      banner={earningsSample.banner}
      live={{ to: earningsPaths.withdraw(), label: 'Open the live My Earning screen' }}
    >
      <div className={styles.cards}>
        {earningsSample.cards.map(({ label, value, hint }) => (
          <Stat key={label} label={label} value={value} hint={hint} />
        ))}
      </div>
    </SampleFrame>
  );
}
