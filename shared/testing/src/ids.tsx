/** A readable UUID: `mockId(7)` ends in 7. */
export const mockId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
