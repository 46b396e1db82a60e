/** A five-pointed star in 24 x 24, and its left half. */
export const STAR = 'M12 2.5l2.94 5.96 6.58.96-4.76 4.64 1.12 6.55L12 17.52l-5.88 3.09 1.12-6.55L2.48 9.42l6.58-.96z';
export const HALF_STAR = 'M12 2.5v15.02l-5.88 3.09 1.12-6.55L2.48 9.42l6.58-.96z';
