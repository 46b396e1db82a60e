import { lazyPart } from '@portal/mf-kit/lazyPart';

const load = () => import(/* webpackChunkName: "record" */ './RecordModal').then((file) => file.RecordModal);

/** The record of a shift in a dialog. */
export const RecordPart = lazyPart(load, { failed: 'The record could not be loaded' });

/** Loads the code of the record, so that a guard can read the stored record without a connection. A failure shows when the record opens. */
export const preloadRecord = () => void load().catch(() => undefined);
