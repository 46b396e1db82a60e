import { readAttributions, readTrace } from './loadTrace';

const mark = (name: string, startTime: number) => ({ name, startTime });

it('[INSPECT-05] gives each phase of a load with its version, begin and duration', () => {
  const marks = [
    mark('mf-jobs load 1.1.0', 100.2),
    mark('mf-account load 1.0.0', 110),
    mark('mf-jobs load 1.1.0 ended', 350.6),
    mark('mf-jobs version chunk 7 failed', 351),
    mark('mf-jobs manifest 1.0.0', 352),
    mark('mf-jobs manifest 1.0.0 ended', 380),
    mark('mf-jobs load 1.0.0', 380),
    mark('mf-jobs load 1.0.0 ended', 400),
    mark('mf-jobs bootstrap 1.0.0', 400),
    mark('mf-jobs bootstrap 1.0.0 ended', 401),
    mark('mf-jobs mount 1.0.0', 410),
  ];
  expect(readTrace('mf-jobs', marks)).toEqual([
    { step: 'load', version: '1.1.0', at: 100, ms: 250 },
    { step: 'manifest', version: '1.0.0', at: 352, ms: 28 },
    { step: 'load', version: '1.0.0', at: 380, ms: 20 },
    { step: 'bootstrap', version: '1.0.0', at: 400, ms: 1 },
    { step: 'mount', version: '1.0.0', at: 410, ms: null },
  ]);
});

it('[INSPECT-05] pairs a repeated phase with its own end, and ignores marks of other code', () => {
  const twice = [0, 1000].flatMap((at) => [mark('mf-jobs load 1.0.0', at), mark('mf-jobs load 1.0.0 ended', at + 70)]);
  expect(readTrace('mf-jobs', [...twice, mark('mf-jobs', 5), mark('mf-jobs-other load 1.0.0', 6)]).map(({ at, ms }) => [at, ms])).toEqual([
    [0, 70],
    [1000, 70],
  ]);
});

it('[INSPECT-08] reads the causes that the module host attributed', () =>
  expect(readAttributions('mf-jobs', [mark('mf-jobs network load took\nmore than 8 ms', 9), mark('mf-jobs load 1.0.0', 10)])).toEqual([
    { cause: 'network', message: 'load took\nmore than 8 ms', at: 9 },
  ]));
