// Runs in the page with Testing Library: finds elements by role, label or text, as a guard does.
globalThis.__guard = (() => {
  const library = globalThis.TestingLibraryDom;
  library.configure({ computedStyleSupportsPseudoElements: true, throwSuggestions: false });

  const words = (said) => (said?.source === undefined ? said : new RegExp(said.source, said.flags));
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0;

  function* candidates({ role, name, level, label, text, css, within }) {
    const roots = within ? seen(within) : [document.body];
    for (const root of roots) {
      if (role) yield* library.queryAllByRole(root, role, { ...(name && { name: words(name) }), ...(level && { level }) });
      else if (label) yield* library.queryAllByLabelText(root, words(label));
      else if (text) yield* library.queryAllByText(root, words(text));
      else yield* root.querySelectorAll(css);
    }
  }

  const holds = (element, said) => {
    const text = (element.textContent ?? '').trim();
    const wanted = words(said);
    return wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted);
  };

  /** All visible elements that match the target. */
  const seen = (target) =>
    [...candidates(target)].filter((element) => isShown(element) && (target.holds === undefined || holds(element, target.holds)));

  /** True during an animation: a press could hit another element. */
  const moves = (element) =>
    document
      .getAnimations()
      .some(
        ({ playState, effect }) =>
          playState === 'running' && effect?.target?.contains(element) && effect.getComputedTiming().endTime !== Infinity,
      );

  return {
    count: (target) => seen(target).length,
    text: (target) => seen(target)[0]?.textContent ?? null,
    value: (target) => seen(target)[0]?.value ?? null,
    /** The first match if a press at its centre would hit it; otherwise null. */
    reachable(target) {
      const [element] = seen(target);
      if (!element || element.matches(':disabled, [aria-disabled="true"], [aria-busy="true"]')) return null;
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      if (moves(element)) return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit && (element.contains(hit) || hit.closest('label')?.control === element) ? element : null;
    },
    /** The first match, visible or not, because file inputs are hidden. */
    hidden: (css) => document.querySelector(css),
  };
})();
