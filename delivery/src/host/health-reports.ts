import { decodeReport, MOST_BYTES, REPORT_PATH } from '@portal/mf-kit/healthReport';
import type { FastifyInstance } from 'fastify';
import type { ReleaseMonitor } from '../health/release-monitor';
import { networkPrefix, type PageTokens } from './page-tokens';

/** Receives health reports. The reply is always the same, so that a forger learns nothing from it. */
export function serveHealthReports(app: FastifyInstance, watch: Pick<ReleaseMonitor, 'report'>, tokens: PageTokens): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The content type of a beacon.
    scope.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) => done(null, body));
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null, '');
    });
    scope.setErrorHandler((_error, _request, reply) => reply.code(204).send());
    scope.post<{ Body: string }>(REPORT_PATH, async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      const told = decodeReport(request.body ?? '');
      const revision = told && (await tokens.revisionOf(told.token));
      const device = await tokens.deviceOf(request);
      if (told && revision !== null && device !== null && (site === undefined || site === 'same-origin'))
        watch.report({ device, network: networkPrefix(request.ip) }, revision, told);
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}
