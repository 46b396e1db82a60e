import { calendarMessages, makeFeed, revokeFeed, showFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { type CalendarShift, calendarOf, calendarType, fileNameOf } from '@portal/contracts/calendar/calendar.ics';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { download } from '@portal/ui/download';
import { useState } from 'react';

export const useFeed = () => useQuery(showFeed, {});

/** Creates and revokes the guard's calendar address. The server sends the address only once, so `url` is set only after its creation. */
export function useFeedActions() {
  const portal = usePortal();
  const making = useWrite(makeFeed);
  const revoking = useWrite(revokeFeed);
  const [url, setUrl] = useState<string | null>(null);
  const make = async () => {
    const result = await making.send({});
    if (!result.ok) return;
    setUrl(result.data.url);
    portal.announce(calendarMessages.made);
  };
  const revoke = async () => {
    const result = await revoking.send({});
    if (!result.ok) return;
    setUrl(null);
    portal.toast('success', result.message);
  };
  const failure = making.failure ?? revoking.failure;
  return { url, make, revoke, making: making.busy, revoking: revoking.busy, failed: failure?.userMessage };
}

/** Downloads one shift as a calendar file. The file is made here, without a call. */
export function useShiftFile() {
  const portal = usePortal();
  return (shift: CalendarShift): void => download(calendarOf([shift], portal.now().toISOString()), calendarType, fileNameOf(shift));
}
