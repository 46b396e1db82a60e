import { screen } from '@testing-library/react';

const typable = 'input:not([type=radio], [type=checkbox], [type=file], [type=date]), textarea, select';

/** The names of everything on the screen that can be typed in or chosen from. */
export const typedInto = () =>
  [...document.querySelectorAll<HTMLInputElement>(typable)].map(
    (input) => input.name || input.getAttribute('aria-label') || input.labels?.[0]?.textContent,
  );

/** What a guard may have without an input anywhere (DATA-GUARD-27). */
export const unasked = { fullAddress2: 'Unit 4', landMark: 'City Hall', paypalId: 'pay@example.com' };

/** Those of them that stand in an input. */
export const shownUnasked = () => Object.values(unasked).filter((value) => screen.queryByDisplayValue(value) !== null);
