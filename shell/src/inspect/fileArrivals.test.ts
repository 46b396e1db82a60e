import { arrivalText, type PageFile, type ResourceEntry, readArrivals } from './fileArrivals';

const FOLDER = 'https://portal.test/modules/mf-jobs/1.0.0/';
const entry = (file: string, more: Partial<ResourceEntry> = {}): ResourceEntry => ({
  name: FOLDER + file,
  startTime: 0,
  duration: 41.4,
  workerStart: 0,
  transferSize: 1300,
  encodedBodySize: 1000,
  decodedBodySize: 4000,
  ...more,
});
const read = (entries: ResourceEntry[], inPage: PageFile[] = []) =>
  readArrivals(FOLDER, { entries, inPage }, { 'listed.js': { size: 77 } });

it.each<[string, Partial<ResourceEntry>, ReturnType<typeof read>[number]]>([
  ['network', {}, { file: 'a.js', arrival: 'network', wire: 1300, size: 4000, ms: 41 }],
  ['network', { contentEncoding: 'br' }, { file: 'a.js', arrival: 'network', wire: 1300, size: 4000, ms: 41 }],
  ['dictionary', { contentEncoding: 'dcz' }, { file: 'a.js', arrival: 'dictionary', wire: 1300, size: 4000, ms: 41 }],
  ['worker', { workerStart: 12, transferSize: 0 }, { file: 'a.js', arrival: 'worker', wire: null, size: 4000, ms: 41 }],
  ['cache', { transferSize: 0 }, { file: 'a.js', arrival: 'cache', wire: 0, size: 4000, ms: 41 }],
  ['cache', { deliveryType: 'cache' }, { file: 'a.js', arrival: 'cache', wire: 1300, size: 4000, ms: 41 }],
  ['checked', { transferSize: 300 }, { file: 'a.js', arrival: 'checked', wire: 300, size: 4000, ms: 41 }],
  [
    'unknown',
    { transferSize: 0, encodedBodySize: 0, decodedBodySize: 0 },
    { file: 'a.js', arrival: 'unknown', wire: null, size: null, ms: 41 },
  ],
])('[INSPECT-04] states the way of a file as %s with the sizes that the browser gives for %j', (_way, given, row) =>
  expect(read([entry('a.js', given)])).toEqual([row]),
);

it('[INSPECT-04] names stylesheets in the HTML, and files of the page that the browser does not list', () => {
  const inPage = [
    { url: `${FOLDER}inlined.css`, inline: 512 },
    { url: `${FOLDER}listed.js`, inline: null },
    { url: 'https://portal.test/modules/shell/1.0.0/shell.js', inline: null },
  ];
  expect(read([], inPage)).toEqual([
    { file: 'inlined.css', arrival: 'page', wire: null, size: 512, ms: null },
    { file: 'listed.js', arrival: 'unknown', wire: null, size: 77, ms: null },
  ]);
});

it('[INSPECT-04] lists each file once by its first download, and no file of another version', () => {
  const again = entry('a.js?try=1', { startTime: 9, transferSize: 0 });
  const probe = entry('b.js', { startTime: 2, transferSize: 0, encodedBodySize: 0, decodedBodySize: 0 });
  const body = entry('b.js', { startTime: 3 });
  const other = { ...entry('a.js'), name: 'https://portal.test/modules/mf-jobs/1.0.00/a.js' };
  expect(read([again, probe, body, other, entry('a.js', { startTime: 1 })]).map(({ file, arrival }) => [file, arrival])).toEqual([
    ['a.js', 'network'],
    ['b.js', 'network'],
  ]);
});

it('[INSPECT-04] states that a worker hides the cause and that the browser gives none', () =>
  expect([arrivalText('worker'), arrivalText('unknown')]).toEqual([
    'Service worker (its cache or the network: the browser does not state which)',
    'Unknown: the browser does not state it',
  ]));
