import { openingsCall } from '@portal/contracts/career/career.calls';
import type { openings } from '@portal/contracts/career/career.endpoints';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { useServerContent } from '@portal/mf-kit/PageInputContext';
import { OpeningList } from './OpeningList';
import styles from './OpeningList.module.css';
import { OpeningsSkeleton } from './OpeningsSkeleton';

/** The loader is a separate chunk, because prerendered openings need no call. */
const OpeningsLoader = lazyPart(
  () => import(/* webpackChunkName: "openings-reading" */ './OpeningsLoader').then((file) => file.OpeningsLoader),
  {
    fallback: <OpeningsSkeleton />,
    failed: 'The openings could not be loaded',
  },
);

export function Openings() {
  const served = useServerContent(openingsCall as unknown as typeof openings, {});
  return <div className={styles.place}>{served ? <OpeningList openings={served.data} /> : <OpeningsLoader />}</div>;
}
