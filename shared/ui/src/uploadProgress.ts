/** How much of each file is sent when `share` of their request is: its body has them one after the other. */
export function progressPerFile(files: readonly { file: Blob }[], share: number): number[] {
  let left = share * files.reduce((sum, { file }) => sum + file.size, 0);
  return files.map(({ file }) => {
    const sent = Math.min(file.size, left);
    left -= sent;
    return file.size > 0 ? sent / file.size : 1;
  });
}
