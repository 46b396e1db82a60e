/** @jest-environment node */
import { decodeReport, encodeReport, type HealthReport } from './healthReport';

const told: HealthReport = {
  token: 'p.1.x.abc',
  sightings: [
    { name: 'mf-jobs', version: '1.0.0', route: '/jobDetail/:id', ended: 'stood' },
    { name: 'mf-jobs', version: '1.1.0', route: '/jobDetail/:id', ended: 'failed', cause: 'TypeError 3fa2' },
  ],
  ratings: [{ name: 'shell', version: '1.0.0', lcp: 1200, inp: null, cls: 0.01 }],
};

it('decodes an encoded report', () => {
  expect(decodeReport(encodeReport(told))).toEqual(told);
});

it.each(['', 'null', '{}', '[]', '["t"]', '["t",[],{}]', `["${'t'.repeat(201)}",[],[]]`, '[1,[],[]]'])(
  'decodes nothing from %s',
  (text) => {
    expect(decodeReport(text)).toBeNull();
  },
);

it.each([['mf-jobs', '1', '/a', 'x'], ['mf-jobs', '1', '', 's'], ['m'.repeat(61), '1', '/a', 's'], [null, '1', '/a', 's'], 's'])(
  'leaves out an invalid view report: %j',
  (...sighting) => {
    expect(decodeReport(JSON.stringify(['t', [sighting], [sighting]]))).toEqual({ token: 't', sightings: [], ratings: [] });
  },
);

it('keeps only class and hash of a cause', () => {
  const causes = ['TypeError 3fa2', 'Error: Ana Silva', 'Error \u001b[31m', 'Error 123456789'];
  const text = JSON.stringify(['t', causes.map((cause) => ['m', '1', '/a', 'f', cause]), []]);
  expect(decodeReport(text)?.sightings.map(({ cause }) => cause)).toEqual(['TypeError 3fa2', undefined, undefined, undefined]);
});
