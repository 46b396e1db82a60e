import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { staffMedia } from '@portal/contracts/media/media.staff';
import { bindFile } from '../../platform/http/routes';
import { preview, previewForStaff } from './media.service';

export const mediaRoutes = [
  bindFile(previewMedia, (guard, { filename }) => preview(guard, filename)),
  bindFile(staffMedia, (_staff, { filename }) => previewForStaff(filename)),
];
