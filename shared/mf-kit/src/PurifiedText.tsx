import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';

export interface PurifiedTextProps {
  /** HTML that the server sanitised. */
  html: string;
  className?: string | undefined;
}

type Policies = { createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown };
type Page = typeof globalThis & { trustedTypes?: Policies; [kept: symbol]: unknown };

const asIs = (text: string) => text;
/**
 * The content policy allows this policy name once. After a module replacement there is a second copy of the library, so the first policy is
 * reused.
 */
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

/** Renders HTML of the server after DOMPurify removed everything executable. The server sanitised it too (AGREE-12, PUBLIC-LEGAL-05). */
export function PurifiedText({ html, className }: PurifiedTextProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) showSafely(place.current, html);
  }, [html]);
  return <div ref={place} className={className} data-testid="rich-text" />;
}
