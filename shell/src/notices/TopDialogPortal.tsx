import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** Calls `onTop` with the top modal dialog, or null. Returns a function that stops it. */
function followTopDialog(onTop: (dialog: HTMLDialogElement | null) => void): () => void {
  let open: HTMLDialogElement[] = [...document.querySelectorAll('dialog[open]')] as HTMLDialogElement[];
  const look = (changed: readonly MutationRecord[]) => {
    for (const { type, target } of changed) {
      if (type === 'attributes' && target instanceof HTMLDialogElement) open = [...open.filter((one) => one !== target), target];
    }
    open = open.filter((one) => one.open && one.isConnected);
    onTop(open.at(-1) ?? null);
  };
  // Each module opens dialogs with its own copy of the shared code, so only the DOM knows them all.
  const observer = new MutationObserver(look);
  // After a hanging unmount, a module is removed with its open dialogs, without an event.
  observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
  look([]);
  return () => observer.disconnect();
}

/** Renders into the top modal dialog, because everything outside an open modal is inert: not read out, not clickable. */
export function TopDialogPortal({ onMoved, children }: { onMoved: () => void; children: ReactNode }) {
  const home = useRef<HTMLDivElement>(null);
  const [host] = useState(() => document.createElement('div'));
  const moved = useRef(onMoved);
  moved.current = onMoved;
  useLayoutEffect(() => {
    const stop = followTopDialog((dialog) => {
      const place = dialog ?? home.current;
      if (!place || host.parentElement === place) return;
      place.append(host);
      for (const popover of host.querySelectorAll<HTMLElement>('[popover]')) popover.showPopover?.();
      moved.current();
    });
    return () => {
      stop();
      host.remove();
    };
  }, [host]);
  return (
    <>
      <div ref={home} />
      {createPortal(children, host)}
    </>
  );
}
