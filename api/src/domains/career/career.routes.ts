import { applyForOpening, openings } from '@portal/contracts/career/career.endpoints';
import { careerFile, deleteCareerApplications, listCareerApplications } from '@portal/contracts/career/career.staff';
import { bindFile, bindOpen, readOnly } from '../../platform/http/routes';
import * as career from './career.service';

export const careerRoutes = [
  readOnly(bindOpen(openings, career.openings)),
  bindOpen(applyForOpening, career.apply, career.countApplication),
  bindOpen(listCareerApplications, career.list),
  bindOpen(deleteCareerApplications, ({ email }) => career.deleteOf(email)),
  bindFile(careerFile, (_staff, { applicationId }) => career.fileOf(applicationId)),
];
