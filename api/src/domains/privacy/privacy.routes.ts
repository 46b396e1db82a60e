import {
  cancelDeletion,
  countStoredData,
  deletionState,
  downloadExport,
  exportState,
  readLocations,
  requestDeletion,
  requestExport,
} from '@portal/contracts/privacy/privacy.endpoints';
import { carryOutDeletion, openDeletions } from '@portal/contracts/privacy/privacy.staff';
import { bind, bindFile, bindOpen } from '../../platform/http/routes';
import * as deletion from './deletion.service';
import * as copies from './export.service';
import * as held from './stored-data.service';

export const privacyRoutes = [
  bind(countStoredData, (me) => held.counts(me.id)),
  bind(readLocations, (me, { page }) => held.locations(me.id, page)),
  bind(exportState, (me) => copies.state(me.id)),
  bind(requestExport, (me) => copies.ask(me.id)),
  bindFile(downloadExport, (me, { id, token }) => copies.download(me?.id ?? '', id, token)),
  bind(deletionState, (me) => deletion.state(me.id)),
  bind(requestDeletion, (me) => deletion.ask(me.id)),
  bind(cancelDeletion, (me) => deletion.takeBack(me.id)),
  bindOpen(openDeletions, deletion.list),
  bindOpen(carryOutDeletion, ({ guard }) => deletion.carryOut(guard)),
];
