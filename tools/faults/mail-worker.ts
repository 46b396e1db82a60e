import Fastify from 'fastify';
import { openDatabase } from '../../api/src/platform/database/db';
import { startMessageJobs } from '../../api/src/platform/messages/send-message';
import { createQueues, startMaintenance } from '../../api/src/platform/queue/job-queue';

/** The shortest interval, so that jobs of a killed worker are found soon. Their delay is not measured. */
const KEEP_EVERY_SECONDS = 1;

/** Sends the queued messages of a database until it is killed. */
const { connection, smtpUrl, leaseSeconds } = JSON.parse(process.env.MAIL_WORKER ?? '') as {
  connection: Parameters<typeof openDatabase>[0];
  smtpUrl: string;
  leaseSeconds: number;
};
const app = Fastify();
openDatabase({ ...connection, application_name: 'mail-worker' });
await createQueues(leaseSeconds);
await startMaintenance(app, KEEP_EVERY_SECONDS);
startMessageJobs(app, { smtpUrl, smsUrl: null, mailFrom: 'guards@portal.example.com' });
