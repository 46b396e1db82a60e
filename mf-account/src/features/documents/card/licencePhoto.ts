import { storedLicencePhoto, storeLicencePhoto } from '@portal/mf-kit/licencePhoto';
import { useEffect, useState } from 'react';

/** The guard's photo, stored on this device so that the card shows it without a connection; null while there is none. */
export function useLicencePhoto(guardId: string, filename: string | null): string | null {
  const [photo, setPhoto] = useState(() => filename && storedLicencePhoto(guardId, filename));
  useEffect(() => {
    let isOpen = true;
    const known = filename && storedLicencePhoto(guardId, filename);
    setPhoto(known);
    if (!filename || known) return;
    // Without a connection, or on a device that cannot store, the card has no photo.
    storeLicencePhoto(guardId, filename)
      .then((picture) => isOpen && setPhoto(picture))
      .catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [guardId, filename]);
  return photo;
}
