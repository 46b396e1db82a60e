import {
  applyForOpening,
  careerFile,
  deleteCareerApplications,
  listCareerApplications,
  openings,
} from '@portal/contracts/career/career.endpoints';
import { bindFile, bindOpen, onlyReads } from '../../platform/http/http-binding';
import * as career from './career.service';

export const careerRoutes = [
  onlyReads(bindOpen(openings, career.openings)),
  bindOpen(applyForOpening, career.apply, career.countApplication),
  bindOpen(listCareerApplications, career.list),
  bindOpen(deleteCareerApplications, ({ email }) => career.deleteOf(email)),
  bindFile(careerFile, (_staff, { applicationId }) => career.fileOf(applicationId)),
];
