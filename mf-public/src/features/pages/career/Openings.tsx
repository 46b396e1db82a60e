import { openingsCall } from '@portal/contracts/career/career.calls';
import type { openings } from '@portal/contracts/career/career.endpoints';
import { useContent } from '@portal/mf-kit/PageInputContext';
import { part } from '@portal/mf-kit/part';
import { OpeningList } from './OpeningList';
import styles from './OpeningList.module.css';
import { OpeningsSkeleton } from './OpeningsSkeleton';

/** What reads stands apart: where the host has rendered the openings there is nothing to read. */
const OpeningsReading = part(
  () => import(/* webpackChunkName: "openings-reading" */ './OpeningsReading').then((file) => file.OpeningsReading),
  {
    waiting: <OpeningsSkeleton />,
    failed: 'The openings could not be loaded',
  },
);

export function Openings() {
  const served = useContent(openingsCall as unknown as typeof openings, {});
  return <div className={styles.place}>{served ? <OpeningList openings={served.data} /> : <OpeningsReading />}</div>;
}
