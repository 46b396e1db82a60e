import { alertOfOffers, COVER_ALERTS_QUEUE } from '../domains/covers/covers.service';
import { defineJob, noPayload } from '../platform/queue/define-job';

export const alertCoverOffersJob = defineJob({
  name: 'alert-cover-offers',
  does: 'Alerts guards of offered shifts that fit them, also immediately after an offer.',
  payload: noPayload,
  schedule: { on: 'interval', queue: COVER_ALERTS_QUEUE, seconds: 60 },
  retries: 'the next run',
  onGivenUp: 'Alerts that failed are dropped. The guards still see the offer in their list.',
  failed: 'Guards could not be alerted of an offered shift',
  run: alertOfOffers,
});
