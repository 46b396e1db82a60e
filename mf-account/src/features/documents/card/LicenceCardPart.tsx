import type { Guard } from '@portal/contracts/_kernel/guard';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { useState } from 'react';
import { LicenceCard } from './LicenceCard';
import { useLicencePhoto } from './licencePhoto';

/** Opens the licence card. Its photo is stored when this button appears, for the time without a connection. */
export function LicenceCardPart({ guard }: { guard: Guard }) {
  const [isOpen, setOpen] = useState(false);
  const photo = useLicencePhoto(guard.id, guard.profileImage);
  if (!guard.licenseNumber) return null;
  return (
    <>
      <Button variant="secondary" icon={<Icon name="card" size={20} />} onClick={() => setOpen(true)}>
        Licence card
      </Button>
      {isOpen && <LicenceCard guard={guard} photo={photo} onClose={() => setOpen(false)} />}
    </>
  );
}
