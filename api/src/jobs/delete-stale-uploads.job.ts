import { deleteStaleSpoolFiles } from '../platform/files/upload-spool';
import { defineJob, noPayload } from '../platform/queue/define-job';

export const deleteStaleUploadsJob = defineJob({
  name: 'delete-stale-uploads',
  does: 'Deletes temporary files of uploads that a killed process has left.',
  payload: noPayload,
  schedule: { on: 'poll', seconds: 3_600, in: 'every process', alsoAtStart: true, because: 'Each process may have its own disk.' },
  retries: 'the next run',
  onGivenUp: 'The files stay until a later run.',
  failed: 'Temporary files of uploads could not be deleted',
  run: deleteStaleSpoolFiles,
});
