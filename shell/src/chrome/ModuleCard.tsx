import { pagesPaths } from '@portal/contracts/pages/pages.paths';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { ErrorState } from '@portal/ui/ErrorState';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';

interface ModuleCardProps {
  /** The path belongs to nobody: the page that would say so cannot be loaded either. */
  isUnknown: boolean;
  onRetry: () => void;
}

export function ModuleCard({ isUnknown, onRetry }: ModuleCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What was focused went down with the module.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {isUnknown ? 'Page not found' : 'This part of the portal is not answering'}
      </h1>
      <ErrorState
        title={isUnknown ? 'There is no page at this address.' : 'We could not load this page.'}
        safe="Everything else works, and nothing you sent was lost."
        onRetry={onRetry}
        action={<ButtonLink href={pagesPaths.home()}>Home</ButtonLink>}
      />
    </>
  );
}

/** Renders the card into a place of its own; returns how to take it away. */
export function showModuleCard(host: HTMLElement, props: ModuleCardProps): () => void {
  const root = createRoot(host);
  root.render(<ModuleCard {...props} />);
  return () => root.unmount();
}
