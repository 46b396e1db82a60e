import Fastify from 'fastify';
import { jobs } from '../../api/src/jobs';
import { runWithServices } from '../../api/src/platform/context';
import type { Connection } from '../../api/src/platform/database/db';
import { noHooks } from '../../api/src/platform/hooks';
import { createQueues, startMaintenance } from '../../api/src/platform/queue/job-queue';
import { createServices } from '../../api/src/platform/services';
import { startMessageJobs } from '../../api/test/message-jobs';
import { testEnv } from '../../api/test/test-env';

/** The shortest interval, so that jobs of a killed worker are found soon. Their delay is not measured. */
const KEEP_EVERY_SECONDS = 1;

/** Sends the queued messages of a database until it is killed. */
const { connection, smtpUrl, leaseSeconds } = JSON.parse(process.env.MAIL_WORKER ?? '') as {
  connection: Connection;
  smtpUrl: string;
  leaseSeconds: number;
};
const app = Fastify();
const services = createServices(testEnv, noHooks, { connections: { direct: { ...connection, application_name: 'mail-worker' } } });
await runWithServices(services, async () => {
  await createQueues(jobs, leaseSeconds);
  await startMaintenance(app, KEEP_EVERY_SECONDS);
  startMessageJobs(app, { smtpUrl, smsUrl: null, mailFrom: 'guards@portal.example.com' });
});
