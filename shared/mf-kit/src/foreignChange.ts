/**
 * Returns a function that is true once for an error caused by a translator or an extension, which removed a node that React still uses. One
 * more render creates new nodes and repairs it. Create one function per boundary.
 */
export function createSecondRender(): (error: Error) => boolean {
  let isUsed = false;
  return (error) => {
    if (isUsed || !(error instanceof DOMException) || error.name !== 'NotFoundError') return false;
    isUsed = true;
    return true;
  };
}
