import { createRoot, type Root } from 'react-dom/client';
import { InspectPanel } from './InspectPanel';
import type { InspectParts } from './inspectParts';

let open: { root: Root; element: HTMLElement } | null = null;

function close(): void {
  open?.root.unmount();
  open?.element.remove();
  open = null;
}

/** Opens the panel over the page, or closes the open one. Its root is separate, so that no failure of the page removes it. */
export function openInspect(parts: InspectParts): void {
  if (open) {
    close();
    return;
  }
  const element = document.body.appendChild(document.createElement('div'));
  open = { root: createRoot(element), element };
  open.root.render(<InspectPanel parts={parts} onClose={close} />);
}
