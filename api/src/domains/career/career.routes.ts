import { applyForOpening, careerFile, listCareerApplications, openings } from '@portal/contracts/career/career.endpoints';
import { bindFile, bindOpen, onlyReads } from '../../platform/http/http-binding';
import * as career from './career.service';

export const careerRoutes = [
  onlyReads(bindOpen(openings, career.openings)),
  bindOpen(applyForOpening, (application, { address }) => career.apply(application, address)),
  bindOpen(listCareerApplications, career.list),
  bindFile(careerFile, (_staff, { applicationId }) => career.fileOf(applicationId)),
];
