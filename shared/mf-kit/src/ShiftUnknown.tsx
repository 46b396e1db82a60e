import { emergencyCall, emergencyLabel } from '@portal/contracts/_kernel/emergency';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { Banner } from '@portal/ui/Banner';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { isClientError } from './failure';
import type { Query } from './useQuery';

/** Links to the SOS and to 911 while it is unknown whether a shift runs, because the query failed. Renders nothing in other states. */
export function ShiftUnknown({ query: { error, hasData } }: { query: Pick<Query<unknown>, 'error' | 'hasData'> }) {
  if (error === null || hasData || isClientError(error)) return null;
  return (
    <Banner
      kind="info"
      actions={
        <>
          <ButtonLink small href={jobsPaths.onJob()}>
            On Job
          </ButtonLink>
          <ButtonLink small variant="secondary" href={emergencyCall}>
            {emergencyLabel}
          </ButtonLink>
        </>
      }
    >
      Are you on shift? Try On Job for your SOS. In an emergency, call 911.
    </Banner>
  );
}
