import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openFileStorage } from '../src/platform/files/file-storage';

let folder = '';

/** Stores files in a folder for one test file. */
export async function openTestFiles(dataFolder: string): Promise<void> {
  folder = dataFolder;
  mkdirSync(mediaFolder());
  await openFileStorage({ dataFolder, bucket: null });
}

/** The folder of stored files. */
export const mediaFolder = (): string => join(folder, 'media');
export const exportsFolder = (): string => join(folder, 'exports');

/** The names of the files in a folder, without subfolders, which hold unfinished files. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
