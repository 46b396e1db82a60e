import { sendEnquiry } from '@portal/contracts/enquiries/enquiries.endpoints';
import { deleteEnquiries, listEnquiries } from '@portal/contracts/enquiries/enquiries.staff';
import { bindOpen } from '../../platform/http/routes';
import * as enquiries from './enquiries.service';

export const enquiriesRoutes = [
  bindOpen(sendEnquiry, (enquiry, { address }) => enquiries.receive(enquiry, address)),
  bindOpen(listEnquiries, ({ pageId }) => enquiries.list(pageId)),
  bindOpen(deleteEnquiries, ({ email }) => enquiries.deleteOf(email)),
];
