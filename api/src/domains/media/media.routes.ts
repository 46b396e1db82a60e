import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { bindFile } from '../../platform/http-binding';
import { preview } from './media.service';

export const mediaRoutes = [bindFile(previewMedia, (guard, { filename }) => preview(guard, filename))];
