import type { Zone } from '@portal/contracts/_kernel/formats';
import type { BoundField } from '@portal/forms/fieldProps';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useNow } from '@portal/mf-kit/useNow';
import { Button } from '@portal/ui/Button';
import { TextField } from '@portal/ui/TextField';
import { useEffect, useRef, useState } from 'react';
import styles from './ENoteForm.module.css';
import { instantOf, siteDay, siteTime, utcOfSiteTime, utcTime } from './siteTime';

const MINUTE_MS = 60_000;

export interface TimeFieldProps {
  /** The field of the UTC time, which is sent. */
  field: BoundField;
  value: unknown;
  zone: Zone;
  onChange(utc: string): void;
}

/** The time of the event at the site and in UTC. Each field follows the other. */
export function TimeField({ field, value, zone, onChange }: TimeFieldProps) {
  const portal = usePortal();
  const at = useNow(MINUTE_MS);
  // A time input reports no value while one of its parts is empty.
  const [typed, setTyped] = useState<string | null>(null);
  // The time that was entered for the site; null if UTC was entered.
  const entered = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another job may be at a site in another time zone
  useEffect(() => {
    if (entered.current && at !== null) onChange(utcOfSiteTime(entered.current, new Date(at), zone));
  }, [zone]);
  if (at === null) return null;
  const now = new Date(at);
  const instant = instantOf(value, now);
  const isNow = instant !== null && Math.abs(Date.parse(instant) - at) < 2 * MINUTE_MS;
  return (
    <div className={styles.times}>
      <TextField
        type="time"
        label="Time at the site"
        hint={instant && siteDay(instant, now, zone)}
        value={typed ?? (instant ? siteTime(instant, zone) : '')}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          entered.current = currentTarget.value;
          if (currentTarget.value) onChange(utcOfSiteTime(currentTarget.value, now, zone));
        }}
        onBlur={() => setTyped(null)}
      />
      <TextField
        label="Time (UTC)"
        hint="Like 23:05:00"
        inputMode="numeric"
        autoComplete="off"
        {...field}
        onChange={(event) => {
          entered.current = null;
          return field.onChange(event);
        }}
      />
      {!isNow && (
        <Button
          small
          variant="quiet"
          className={styles.now}
          onClick={() => {
            setTyped(null);
            entered.current = null;
            onChange(utcTime(portal.now()));
          }}
        >
          Set to now
        </Button>
      )}
    </div>
  );
}
