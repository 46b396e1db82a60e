import { readdirSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';

/** Colours of a recorded picture, so that all of them need 2 MB instead of 8. The comparison ignores the difference. */
const COLOURS = 16;

/** Reduces the pictures that were recorded since an instant in ms, and deletes the pictures of former stories. Returns the number of all pictures. */
export async function tidyPictures(folder: string, stories: ReadonlySet<string>, since: number): Promise<number> {
  const pictures = (readdirSync(folder, { recursive: true }) as string[]).filter((path) => path.endsWith('.png'));
  const former = pictures.filter((path) => !stories.has(basename(path, '.png')));
  for (const path of former) rmSync(join(folder, path));
  for (const path of pictures.filter((one) => !former.includes(one)).map((one) => join(folder, one)))
    if (statSync(path).mtimeMs >= since)
      await writeFile(
        path,
        await sharp(path).png({ palette: true, colours: COLOURS, dither: 0, compressionLevel: 9, effort: 10 }).toBuffer(),
      );
  return pictures.length - former.length;
}
