import type { PagePortal } from '@portal/mf-kit/portalHandle';

/** Counts the writes that would be lost with the page: not those that the device keeps. */
function inFlight(writeAs: PagePortal['writeAs']): { writeAs: PagePortal['writeAs']; isSending: () => boolean } {
  let sending = 0;
  return {
    isSending: () => sending > 0,
    writeAs: (guardId, endpoint, input, options) => {
      const written = writeAs(guardId, endpoint, input, options);
      if (options?.durable) return written;
      sending++;
      return written.finally(() => {
        sending--;
      });
    },
  };
}

/** The page's portal with its writes counted. */
export function countDirectWrites(page: PagePortal): { portal: PagePortal; isSending: () => boolean } {
  const { writeAs, isSending } = inFlight(page.writeAs);
  return { portal: { ...page, writeAs }, isSending };
}
