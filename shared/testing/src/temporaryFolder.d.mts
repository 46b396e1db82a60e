/** A folder of this process, which goes with it at the latest. In a test of jest it goes with the test file. */
export function temporaryFolder(name: string): string;
/** Removes a folder of `temporaryFolder` before the process ends. */
export function dropFolder(folder: string): void;
