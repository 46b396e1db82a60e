import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { publicLinks, siteLinks } from '@portal/mf-kit/pageLayout';
import type { Session } from '@portal/mf-kit/portal';
import { useEffect, useRef } from 'react';
import { type ChromeContext, useChromeSession, usePageLocation } from './chromeContext';

interface SiteBarProps {
  parts: ChromeContext;
  session: Session | null;
}

const accountLinks = (session: Session | null) =>
  session ? [{ label: 'My portal', href: nextStep(session.guard).to, look: 'bar-button' }] : publicLinks;

/** The menu of the public site on a phone. It closes by Escape, by a press elsewhere and when the focus leaves it. */
function SiteMenu({ parts, session }: SiteBarProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (menu.current && !menu.current.contains(target as Node)) menu.current.open = false;
    };
    const onEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    const over = new AbortController();
    document.addEventListener('click', leave, over);
    document.addEventListener('focusin', leave, over);
    document.addEventListener('keydown', onEscape, over);
    return () => over.abort();
  }, []);
  return (
    <details className="bar-menu" ref={menu}>
      <summary aria-label="Menu" />
      <nav className="bar-panel" aria-label="Site">
        <Pages parts={parts} />
        {accountLinks(session).map(({ label, href }) => (
          <a key={href} className="bar-link" href={href}>
            {label}
          </a>
        ))}
      </nav>
    </details>
  );
}

function Pages({ parts }: Pick<SiteBarProps, 'parts'>) {
  const pathname = usePageLocation(parts, (pageLocation) => pageLocation.pathname);
  return siteLinks.map(({ label, href }) => (
    <a
      key={href}
      className="bar-link"
      href={href}
      aria-current={pathname === href ? 'page' : undefined}
      onPointerEnter={() => parts.onLinkHint(href)}
    >
      {label}
    </a>
  ));
}

export function PublicLinks({ parts, session }: SiteBarProps) {
  const pathname = usePageLocation(parts, (pageLocation) => pageLocation.pathname);
  return (
    <>
      <nav className="bar-site" aria-label="Site">
        <Pages parts={parts} />
      </nav>
      <nav className="bar-links" aria-label="Account">
        {accountLinks(session).map(({ label, href, look }) => (
          <a key={href} className={look} href={href} onPointerEnter={() => parts.onLinkHint(href)}>
            {label}
          </a>
        ))}
      </nav>
      {/* The key closes the menu on another page. */}
      <SiteMenu key={pathname} parts={parts} session={session} />
    </>
  );
}

export function PublicBar({ parts }: Pick<SiteBarProps, 'parts'>) {
  return <PublicLinks parts={parts} session={useChromeSession(parts)} />;
}
