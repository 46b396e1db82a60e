/**
 * Whether a failure is answered by one more render without a word: a page translator or an extension took a node that React was about to remove,
 * or to insert before, and a new render creates new nodes. Once for each boundary.
 */
export function createSecondRender(): (error: Error) => boolean {
  let isUsed = false;
  return (error) => {
    if (isUsed || !(error instanceof DOMException) || error.name !== 'NotFoundError') return false;
    isUsed = true;
    return true;
  };
}
