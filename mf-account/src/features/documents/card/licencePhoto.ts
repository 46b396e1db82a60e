import { storedLicencePhoto, storeLicencePhoto } from '@portal/mf-kit/licencePhoto';
import { useEffect, useState } from 'react';

/** The guard's photo for the licence card, stored on this device so that it shows without a signal; null while there is none. */
export function useLicencePhoto(guardId: string, filename: string | null): string | null {
  const [photo, setPhoto] = useState(() => filename && storedLicencePhoto(guardId, filename));
  useEffect(() => {
    let isOpen = true;
    const known = filename && storedLicencePhoto(guardId, filename);
    setPhoto(known);
    if (!filename || known) return;
    // Without a signal, or on a device that stores nothing, the card has no picture this time.
    storeLicencePhoto(guardId, filename)
      .then((picture) => isOpen && setPhoto(picture))
      .catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [guardId, filename]);
  return photo;
}
