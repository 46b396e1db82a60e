import { endOverdueOffers } from '../domains/covers/covers.service';
import { defineJob, noPayload } from '../platform/queue/define-job';

export const endCoverOffersJob = defineJob({
  name: 'end-cover-offers',
  does: 'Ends offers of shifts after their time, opens those that no longer fit their proposed guard, and notifies their guards.',
  payload: noPayload,
  schedule: { on: 'interval', queue: 'cover-ends', seconds: 60 },
  retries: 'the next run',
  onGivenUp: 'No guard can accept an offer after its time. A later run sends the alert.',
  failed: 'Offers of shifts could not be ended',
  run: ({ stopping }) => endOverdueOffers(stopping),
});
