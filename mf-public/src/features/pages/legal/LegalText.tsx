import { staticPageCall } from '@portal/contracts/pages/pages.calls';
import type { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { useServerContent } from '@portal/mf-kit/PageInputContext';
import { Skeleton } from '@portal/ui/Skeleton';
import { LegalBox } from './LegalBox';
import { LegalPage } from './LegalPage';
import styles from './LegalText.module.css';
import type { LegalTextProps } from './LegalTextLoader';

/** The loader is a separate chunk, because prerendered text needs no call. */
const LegalTextLoader = lazyPart(
  () => import(/* webpackChunkName: "legal-reading" */ './LegalTextLoader').then((file) => file.LegalTextLoader),
  {
    fallback: <Skeleton shape="text" count={12} label="Loading the text" />,
    failed: 'The text could not be loaded',
  },
);

/** A text of the API; printed in full. */
export function LegalText({ type, label, boxed }: LegalTextProps) {
  const served = useServerContent(staticPageCall as unknown as typeof staticPage, { type });
  const Shown = boxed ? LegalBox : LegalPage;
  return (
    <div className={boxed ? styles.boxed : styles.place}>
      {served ? (
        <Shown html={served.data.description} label={label} />
      ) : (
        <LegalTextLoader type={type} label={label} boxed={boxed ?? false} />
      )}
    </div>
  );
}
