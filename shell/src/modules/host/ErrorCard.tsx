import { emergencyCall, emergencyLabel } from '@portal/contracts/_kernel/emergency';
import { homePath, sosPath } from '@portal/mf-kit/pageLayout';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { ErrorState } from '@portal/ui/ErrorState';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * `readable`: prerendered HTML without its code. `failed`: the module failed. `screen`: one screen failed. `network`: the portal host cannot be
 * reached. `unknown`: no module has the path, or the module of the not-found page failed.
 */
export type CardKind = 'readable' | 'failed' | 'screen' | 'network' | 'unknown';

interface ModuleCardProps {
  kind: CardKind;
  onRetry?: (() => void) | undefined;
}

const texts: Record<Exclude<CardKind, 'readable'>, { heading: string; title: string; detail: string }> = {
  failed: {
    heading: 'This part of the portal is not responding',
    title: 'We could not load this page.',
    detail: 'Everything else works, and nothing you sent was lost.',
  },
  screen: {
    heading: 'This page is not working right now',
    title: 'We could not show this page.',
    detail: 'Everything else works, and nothing you sent was lost.',
  },
  network: {
    heading: 'This page needs a connection',
    title: 'We cannot reach the portal right now.',
    detail: 'The page will open when the connection is back. Nothing you sent was lost.',
  },
  unknown: {
    heading: 'Page not found',
    title: 'There is no page at this address.',
    detail: 'Everything else works, and nothing you sent was lost.',
  },
};

function ReadableNote({ onRetry }: Pick<ModuleCardProps, 'onRetry'>) {
  return (
    <Banner
      kind="info"
      actions={
        <Button small variant="secondary" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      We could not load all of this page. You can read it and follow its links.
    </Banner>
  );
}

/** Without a link to On Job on that page: it would open the same card. */
const Emergency = () => (
  <p>
    <a href={emergencyCall}>{emergencyLabel}</a>
    {window.location.pathname !== sosPath && (
      <span>
        {' or '}
        <a href={sosPath}>SOS on the On Job page</a>
      </span>
    )}
  </p>
);

function Card({ kind, onRetry }: ModuleCardProps & { kind: keyof typeof texts }) {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focused element was removed with the module.
    if (document.activeElement === document.body) top.current?.focus();
  }, []);
  const { heading, title, detail } = texts[kind];
  return (
    <>
      <h1 ref={top} tabIndex={-1}>
        {heading}
      </h1>
      <ErrorState title={title} detail={detail} onRetry={onRetry} action={<ButtonLink href={homePath}>Home</ButtonLink>} />
      {document.body.dataset.chrome === 'guard' && <Emergency />}
    </>
  );
}

export const ModuleCard = ({ kind, onRetry }: ModuleCardProps) =>
  kind === 'readable' ? <ReadableNote onRetry={onRetry} /> : <Card kind={kind} onRetry={onRetry} />;

/** Renders the card into an element. Returns the function that unmounts it. */
export function renderErrorCard(element: HTMLElement, props: ModuleCardProps): () => void {
  const root = createRoot(element);
  root.render(<ModuleCard {...props} />);
  return () => root.unmount();
}
