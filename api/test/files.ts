import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

let folder = '';

/** The files of the test file are in this folder. */
export function setFilesFolder(dataFolder: string): void {
  folder = dataFolder;
  mkdirSync(mediaFolder());
}

/** The folder of stored files. */
export const mediaFolder = (): string => join(folder, 'media');
export const exportsFolder = (): string => join(folder, 'exports');

/** The names of the files in a folder, without subfolders, which hold unfinished files. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
