import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';

export interface PurifiedTextProps {
  /** HTML that the server has sanitised. */
  html: string;
  className?: string | undefined;
}

type Policies = { createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown };
type Page = typeof globalThis & { trustedTypes?: Policies; [kept: symbol]: unknown };

const asIs = (text: string) => text;
/** The page's policy allows this name once, and a swapped module is a second copy of the library: the first one's policy is kept. */
const KEPT = Symbol.for('portal.dompurify');

function policy(): unknown {
  const page = globalThis as Page;
  page[KEPT] ??= page.trustedTypes?.createPolicy('dompurify', { createHTML: asIs, createScriptURL: asIs });
  return page[KEPT];
}

const ALLOWED_TAGS = 'p br hr h2 h3 h4 ul ol li strong em b i u a blockquote table thead tbody tr th td dl dt dd'.split(' ');

function showSafely(place: Element, html: string): void {
  const kept = policy();
  const safe = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href', 'rel'],
    RETURN_TRUSTED_TYPE: true,
    ...(kept ? { TRUSTED_TYPES_POLICY: kept as never } : {}),
  });
  place.innerHTML = safe as unknown as string;
}

/** HTML of the server with nothing in it that runs; the server has sanitised it before (AGREE-12, PUBLIC-LEGAL-05). */
export function PurifiedText({ html, className }: PurifiedTextProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) showSafely(place.current, html);
  }, [html]);
  return <div ref={place} className={className} data-testid="rich-text" />;
}
