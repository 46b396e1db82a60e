import { enoteJobs, listEnotes, readEnote, staffEnote, staffEnotes, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { bind, bindOpen, onlyReads } from '../../platform/http/http-binding';
import * as enotes from './enotes.service';

export const enotesRoutes = [
  bind(writeEnote, (me, input) => enotes.write(me.id, input)),
  onlyReads(bind(listEnotes, (me, input) => enotes.list(me.id, input))),
  onlyReads(bind(enoteJobs, (me, { pageNumber }) => enotes.jobs(me.id, pageNumber))),
  bind(readEnote, (me, { id }) => enotes.read(me.id, id)),
  bindOpen(staffEnotes, (input) => enotes.listForStaff(input)),
  bindOpen(staffEnote, ({ id }) => enotes.readForStaff(id)),
];
