import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { sql } from 'kysely';
import { createNoterOnShift } from '../../../test/enotes';
import { makePicture } from '../../../test/pictures';
import { setFiles } from '../../../test/services';
import { testApi } from '../../../test/test-api';
import { db } from '../database/db';
import { folderStore } from './folder-store';

const api = testApi();

it('replies 503 with a message and saves nothing when the disk is full, and saves the same call once there is space again', async () => {
  const { me } = await createNoterOnShift(api);
  const folder = temporaryFolder('full-disk');
  let isFull = true;
  await setFiles({
    dataFolder: folder,
    bucket: null,
    openStore: (kind) => {
      const store = folderStore(join(folder, kind));
      // Writing to this Linux device always fails with ENOSPC.
      return { ...store, put: (name, bytes) => (isFull ? writeFile('/dev/full', bytes) : store.put(name, bytes)) };
    },
  });
  const photo = await makePicture();
  expect(await me.write({ photo }, 'enote-full-disk')).toMatchObject({ status: 503, code: 503, message: serverCopy.noSpace });
  expect((await me.list()).docs).toEqual([]);
  expect((await sql`select from media`.execute(db())).rows).toEqual([]);
  isFull = false;
  expect(await me.write({ photo }, 'enote-full-disk')).toMatchObject({ code: 200 });
  expect((await me.list()).docs).toMatchObject([{ photo: expect.stringMatching(/\.png$/) }]);
});
