import type { Position } from '@portal/mf-kit/portal';
import { useGeolocation } from '@portal/mf-kit/useGeolocation';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { Status } from '@portal/ui/Status';
import styles from './ENoteForm.module.css';

/** The position of the device, added only if the guard wants it. */
export function PositionField({ place, onChange }: { place: Position | null; onChange(place: Position | null): void }) {
  const { read, isReading, note } = useGeolocation('You can send the note without it.');
  return (
    <div className={styles.place}>
      <Button
        small
        variant="secondary"
        icon={<Icon name="map-pin" size={18} />}
        busy={isReading}
        busyText="Finding your location…"
        onClick={async () => {
          const found = await read();
          if (found) onChange(found);
        }}
      >
        {place ? 'Update my location' : 'Add my location'}
      </Button>
      {place && (
        <Button small variant="quiet" onClick={() => onChange(null)}>
          Remove my location
        </Button>
      )}
      <Status>{note || (place && `Your location is added, accurate to ${Math.round(place.accuracy)} m.`)}</Status>
    </div>
  );
}
