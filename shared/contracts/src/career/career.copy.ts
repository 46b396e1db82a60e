/** Apart from the rules, so that the page carries them only once somebody applies. */
export const careerCopy = {
  noOpenings: 'No openings at the moment', // PUBLIC-CAREER-02
} as const;

/** `applyForOpening`, by its id. */
export const applyId = 'career.apply';
