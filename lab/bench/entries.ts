import { accounts } from './entries/accounts';
import { chainDepth } from './entries/chain-depth';
import { chatFanout } from './entries/chat-fanout';
import { chatRoom } from './entries/chat-room';
import { clusterLoss } from './entries/cluster-loss';
import { compatGate } from './entries/compat-gate';
import { contention } from './entries/contention';
import { drain } from './entries/drain';
import { earningsYear } from './entries/earnings-year';
import { enoteSend } from './entries/enote-send';
import { exportYear } from './entries/export-1y';
import { falseTrips } from './entries/false-trips';
import { faultMatrix } from './entries/fault-matrix';
import { filterPaint } from './entries/filter-paint';
import { firstCard } from './entries/first-card';
import { firstLoad } from './entries/first-load';
import { kill9 } from './entries/kill9';
import { lcpFloor } from './entries/lcp-floor';
import { listRate } from './entries/list-rate';
import { listTasks } from './entries/list-tasks';
import { mailOnce } from './entries/mail-once';
import { offlineTruth } from './entries/offline-truth';
import { publicSite } from './entries/public';
import { publishRemote } from './entries/publish-remote';
import { racePairs } from './entries/race-pairs';
import { registrySize } from './entries/registry-size';
import { rollbackNewPages } from './entries/rollback';
import { rollbackOpenPages } from './entries/rollback-open';
import { rows10m } from './entries/rows-10m';
import { searchGrowth } from './entries/search-growth';
import { searchLoad } from './entries/search-load';
import { selfHeal } from './entries/self-heal';
import { softNav } from './entries/soft-nav';
import { sosToProvider } from './entries/sos-to-provider';
import { startCompiled } from './entries/start-compiled';
import { swapOpenPage } from './entries/swap-open-page';
import { tamper } from './entries/tamper';
import { ticketUpload } from './entries/ticket-upload';
import { updateBytes } from './entries/update-bytes';
import { uploadMemory } from './entries/upload-memory';
import { usableRemotes } from './entries/usable';
import { validateFrame, validateFrameProfile } from './entries/validate-frame';
import { versionSets } from './entries/version-sets';
import { vitals } from './entries/vitals';
import { warmSearch } from './entries/warm-search';
import { jsRemotes, weight } from './entries/weight';
import type { Entry } from './entry';

/** Every figure, in the order of the table. A new figure has its own file, or is added to the file of its family. */
export const entries: readonly Entry[] = [
  ...firstLoad,
  weight,
  ...jsRemotes,
  ...usableRemotes,
  ...vitals,
  ...publicSite,
  warmSearch,
  // Before any release: a remote with a last good version shows that one instead of a card.
  firstCard,
  updateBytes,
  chainDepth,
  lcpFloor,
  searchGrowth,
  ...searchLoad,
  listRate,
  rows10m,
  filterPaint,
  listTasks,
  softNav,
  ...ticketUpload,
  enoteSend,
  earningsYear,
  exportYear,
  validateFrame,
  validateFrameProfile,
  ...chatRoom,
  ...accounts,
  ...chatFanout,
  kill9,
  offlineTruth,
  mailOnce,
  sosToProvider,
  racePairs,
  startCompiled,
  drain,
  clusterLoss,
  swapOpenPage,
  rollbackNewPages,
  ...rollbackOpenPages,
  ...faultMatrix,
  versionSets,
  selfHeal,
  falseTrips,
  uploadMemory,
  compatGate,
  registrySize,
  publishRemote,
  contention,
  tamper,
];
