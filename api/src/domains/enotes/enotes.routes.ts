import { enoteJobs, listEnotes, readEnote, writeEnote } from '@portal/contracts/enotes/enotes.endpoints';
import { staffEnote, staffEnotes } from '@portal/contracts/enotes/enotes.staff';
import { bind, bindOpen, readOnly } from '../../platform/http/routes';
import * as enotes from './enotes.service';

export const enotesRoutes = [
  bind(writeEnote, (me, input) => enotes.write(me.id, input)),
  readOnly(bind(listEnotes, (me, input) => enotes.list(me.id, input))),
  readOnly(bind(enoteJobs, (me, { pageNumber }) => enotes.jobs(me.id, pageNumber))),
  bind(readEnote, (me, { id }) => enotes.read(me.id, id)),
  bindOpen(staffEnotes, (input) => enotes.listForStaff(input)),
  bindOpen(staffEnote, ({ id }) => enotes.readForStaff(id)),
];
