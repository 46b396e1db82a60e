/** Creates a folder that is removed when the process ends; in a Jest test, when the test file ends. */
export function temporaryFolder(name: string, parent?: string): string;
/** Removes a folder of `temporaryFolder` before the process ends. */
export function dropFolder(folder: string): void;
