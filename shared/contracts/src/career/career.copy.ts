/** Separate from the rules, so that the page loads the rules only when a visitor applies. */
export const careerCopy = {
  noOpenings: 'No openings at the moment', // PUBLIC-CAREER-02
} as const;

/** The id of `applyForOpening`. */
export const applyId = 'career.apply';
