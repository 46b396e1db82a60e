import { staticPageCall } from '@portal/contracts/pages/pages.calls';
import type { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { useContent } from '@portal/mf-kit/PageInputContext';
import { part } from '@portal/mf-kit/part';
import { Skeleton } from '@portal/ui/Skeleton';
import { LegalBox } from './LegalBox';
import { LegalPage } from './LegalPage';
import type { LegalTextProps } from './LegalReading';
import styles from './LegalText.module.css';

/** What reads stands apart: where the host has rendered the text there is nothing to read. */
const LegalReading = part(() => import(/* webpackChunkName: "legal-reading" */ './LegalReading').then((file) => file.LegalReading), {
  waiting: <Skeleton shape="text" count={12} label="Loading the text" />,
  failed: 'The text could not be loaded',
});

/** A text of the API. Printed, it is whole. */
export function LegalText({ type, label, boxed }: LegalTextProps) {
  const served = useContent(staticPageCall as unknown as typeof staticPage, { type });
  const Shown = boxed ? LegalBox : LegalPage;
  return (
    <div className={boxed ? styles.boxed : styles.place}>
      {served ? <Shown html={served.data.description} label={label} /> : <LegalReading type={type} label={label} boxed={boxed ?? false} />}
    </div>
  );
}
