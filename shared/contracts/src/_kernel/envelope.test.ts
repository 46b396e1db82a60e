import { normaliseEnvelope } from './envelope';

describe('normaliseEnvelope', () => {
  it('[API-GEN-02, API-GEN-03] reads code, message and data of a success', () => {
    expect(normaliseEnvelope(200, { code: 200, message: 'fine', data: { id: 'a' } })).toEqual({
      code: 200,
      message: 'fine',
      data: { id: 'a' },
    });
  });

  it('[API-GEN-12/2] reads fields at the top level as data', () => {
    expect(normaliseEnvelope(200, { code: 200, message: '', documentType: 'Other', file: 'x.png' }).data).toEqual({
      documentType: 'Other',
      file: 'x.png',
    });
  });

  it.each([
    ['[API-GEN-13/2] an error status with a matching body code', 404, { code: 404, message: 'gone' }, 404],
    ['[API-GEN-13/2] an error code inside an HTTP 200', 200, { code: 404, message: 'gone' }, 404],
    ['[API-GEN-13/2] an error status with a body that names no code', 401, { message: 'who?' }, 401],
    ['[API-GEN-13/2] an error status beside a body code of 200', 500, { code: 200, message: 'fine' }, 500],
    ['[API-GEN-04] a 401 in the body alone', 200, { code: 401, message: 'who?' }, 401],
  ])('%s', (_, status, body, code) => {
    expect(normaliseEnvelope(status, body).code).toBe(code);
  });

  it('[API-JOB-29/2] accepts a total inside data, and a total next to data as data.total', () => {
    expect(normaliseEnvelope(200, { code: 200, message: '', data: { docs: [], total: 11 } }).data).toEqual({ docs: [], total: 11 });
    expect(normaliseEnvelope(200, { code: 200, message: '', data: { docs: [], total: 11 }, total: 12 }).data).toMatchObject({ total: 11 });
    expect(normaliseEnvelope(200, { code: 200, message: '', data: { docs: [] }, total: 12 }).data).toEqual({ docs: [], total: 12 });
  });

  it('[API-GEN-08] keeps the userMessage, field errors and reference of a failure', () => {
    expect(
      normaliseEnvelope(400, {
        code: 400,
        message: 'no',
        userMessage: 'Please check.',
        errors: { email: 'Email is required' },
        reference: 'r1',
      }),
    ).toMatchObject({
      userMessage: 'Please check.',
      errors: { email: 'Email is required' },
      reference: 'r1',
    });
  });

  it('turns a body that is not an envelope (a proxy page) into an envelope with the HTTP status', () => {
    expect(normaliseEnvelope(502, '<html>')).toEqual({ code: 502, message: '', data: '<html>' });
  });
});
