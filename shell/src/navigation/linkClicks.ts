/** Plain links of any module (and of prerendered HTML) move inside the page; what the browser should do itself is left to it. */
export function handleLinkClicks(navigate: (to: string) => void): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== window.location.origin) return;
    const isFragment = link.hash && link.pathname === window.location.pathname && link.search === window.location.search;
    if (isFragment) return;
    event.preventDefault();
    // As the browser's own link would: whoever is there already is led to its top.
    if (link.href === window.location.href) window.scrollTo(0, 0);
    navigate(link.pathname + link.search + link.hash);
  });
}
