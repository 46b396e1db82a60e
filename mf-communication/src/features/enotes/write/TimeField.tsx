import { localTime, type Zone } from '@portal/contracts/_kernel/formats';
import { eventInstant } from '@portal/contracts/enotes/enotes.rules';
import type { BoundField } from '@portal/forms/bound';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { TextField } from '@portal/ui/TextField';

export const timeOf = (now: Date) => now.toISOString().slice(11, 19);
const isTime = (text: unknown): text is string => typeof text === 'string' && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text.trim());

/** When it happened, in UTC, with what that is at the site. */
export function TimeField({ field, value, zone, onNow }: { field: BoundField; value: unknown; zone: Zone; onNow(): void }) {
  const portal = usePortal();
  return (
    <TextField
      label="Time"
      hint={isTime(value) ? `UTC; ${localTime(eventInstant(value.trim(), portal.now(), 60_000), zone)} at the site` : 'UTC, like 23:05:00'}
      inputMode="numeric"
      autoComplete="off"
      trailing={
        <Button small variant="quiet" aria-label="Now: the time of the event" onClick={onNow}>
          Now
        </Button>
      }
      {...field}
    />
  );
}
