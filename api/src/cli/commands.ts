import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import type { StaffCommand } from '@portal/contracts/_kernel/staff';
import * as applications from '@portal/contracts/applications/applications.staff';
import * as auth from '@portal/contracts/auth/auth.staff';
import * as career from '@portal/contracts/career/career.staff';
import * as chat from '@portal/contracts/chat/chat.staff';
import * as covers from '@portal/contracts/covers/covers.staff';
import * as deliveries from '@portal/contracts/deliveries/deliveries.staff';
import * as earnings from '@portal/contracts/earnings/earnings.staff';
import * as enotes from '@portal/contracts/enotes/enotes.staff';
import * as enquiries from '@portal/contracts/enquiries/enquiries.staff';
import * as guards from '@portal/contracts/guards/guards.staff';
import * as handovers from '@portal/contracts/handovers/handovers.staff';
import * as injuries from '@portal/contracts/injuries/injuries.staff';
import * as jobs from '@portal/contracts/jobs/jobs.staff';
import * as leave from '@portal/contracts/leave/leave.staff';
import * as media from '@portal/contracts/media/media.staff';
import * as newsletter from '@portal/contracts/newsletter/newsletter.staff';
import * as notifications from '@portal/contracts/notifications/notifications.staff';
import * as orders from '@portal/contracts/orders/orders.staff';
import * as pages from '@portal/contracts/pages/pages.staff';
import * as postings from '@portal/contracts/postings/postings.staff';
import * as privacy from '@portal/contracts/privacy/privacy.staff';
import * as ratings from '@portal/contracts/ratings/ratings.staff';
import * as rehearsal from '@portal/contracts/rehearsal/rehearsal.staff';
import * as shifts from '@portal/contracts/shifts/shifts.staff';
import * as staff from '@portal/contracts/staff/staff.staff';
import * as tickets from '@portal/contracts/tickets/tickets.staff';
import * as welfare from '@portal/contracts/welfare/welfare.staff';

export interface Command extends StaffCommand {
  endpoint: Endpoint;
}

const domains = [
  applications,
  auth,
  career,
  chat,
  covers,
  deliveries,
  earnings,
  enotes,
  enquiries,
  guards,
  handovers,
  injuries,
  jobs,
  leave,
  media,
  newsletter,
  notifications,
  orders,
  pages,
  postings,
  privacy,
  ratings,
  rehearsal,
  shifts,
  staff,
  tickets,
  welfare,
];

/** A domain's staff file exports calls, and the shapes of their replies. */
const isCommand = (declared: object): declared is Endpoint & { command: StaffCommand } => 'command' in declared;

/** Commands of `npm run staff --` by name, as the calls of staff declare them. */
export const commands: readonly Command[] = domains
  .flatMap((domain) => Object.values<object>(domain).filter(isCommand))
  .map((endpoint) => ({ ...endpoint.command, endpoint }))
  .sort((one, other) => one.name.localeCompare(other.name));
