/** Distributes the sent share of a request over its files, in the order of its body. Returns 0 to 1 per file. */
export function progressPerFile(files: readonly { file: Blob }[], share: number): number[] {
  let remaining = share * files.reduce((sum, { file }) => sum + file.size, 0);
  return files.map(({ file }) => {
    const sent = Math.min(file.size, remaining);
    remaining -= sent;
    return file.size > 0 ? sent / file.size : 1;
  });
}
