import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** Calls `onTop` with the modal dialog that is on top, and null when there is none. Returns what ends it. */
function followTopDialog(onTop: (dialog: HTMLDialogElement | null) => void): () => void {
  let open: HTMLDialogElement[] = [...document.querySelectorAll('dialog[open]')] as HTMLDialogElement[];
  const look = (changed: readonly MutationRecord[]) => {
    for (const { type, target } of changed) {
      if (type === 'attributes' && target instanceof HTMLDialogElement) open = [...open.filter((one) => one !== target), target];
    }
    open = open.filter((one) => one.open && one.isConnected);
    onTop(open.at(-1) ?? null);
  };
  // Dialogs come from every module, each with a copy of its own of the shared pieces: the page itself is what they have in common.
  const observer = new MutationObserver(look);
  // A module that hangs on leaving is taken out of the page with its dialogs open: only the tree tells.
  observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
  look([]);
  return () => observer.disconnect();
}

/**
 * Stands in the modal dialog that is on top, else where it is rendered. What is outside of an open modal is inert: it is neither read
 * out nor pressed.
 */
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
