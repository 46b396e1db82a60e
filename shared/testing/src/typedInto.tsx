import { screen } from '@testing-library/react';

const typable = 'input:not([type=radio], [type=checkbox], [type=file], [type=date]), textarea, select';

/** The labels of all fields on the screen. */
export const shownFieldLabels = () =>
  [...document.querySelectorAll<HTMLInputElement>(typable)].map(
    (input) => input.name || input.getAttribute('aria-label') || input.labels?.[0]?.textContent,
  );

/** Data of a guard for which no screen has an input (DATA-GUARD-27). */
export const dataWithoutInput = { fullAddress2: 'Unit 4', landMark: 'City Hall', paypalId: 'pay@example.com' };

/** The values of `unasked` that an input displays. */
export const findShownUnasked = () => Object.values(dataWithoutInput).filter((value) => screen.queryByDisplayValue(value) !== null);
