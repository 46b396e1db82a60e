import {
  askForDeletion,
  askForExport,
  carryOutDeletion,
  deletionState,
  downloadExport,
  exportState,
  openDeletions,
  readLocations,
  takeDeletionBack,
  whatIsHeld,
} from '@portal/contracts/privacy/privacy.endpoints';
import { bind, bindFile, bindOpen } from '../../platform/http/routes';
import * as deletion from './deletion.service';
import * as copies from './export.service';
import * as held from './stored-data.service';

export const privacyRoutes = [
  bind(whatIsHeld, (me) => held.counts(me.id)),
  bind(readLocations, (me, { page }) => held.locations(me.id, page)),
  bind(exportState, (me) => copies.state(me.id)),
  bind(askForExport, (me) => copies.ask(me.id)),
  bindFile(downloadExport, (me, { id, token }) => copies.download(me?.id ?? '', id, token)),
  bind(deletionState, (me) => deletion.state(me.id)),
  bind(askForDeletion, (me) => deletion.ask(me.id)),
  bind(takeDeletionBack, (me) => deletion.takeBack(me.id)),
  bindOpen(openDeletions, deletion.list),
  bindOpen(carryOutDeletion, ({ guard }) => deletion.carryOut(guard)),
];
