/** The browser's console message if the server refuses this call. */
export const refusalPattern = (status: number, { path }: { path: string }): RegExp =>
  new RegExp(`the server responded with a status of ${status} .*${path.split(':')[0]}`);
