import { tablesOf } from '../../e2e/faults/previous-release';
import { figureNames, marksWithout } from './database-figures';

it('marksWithout excludes the counts that read a table of these migrations', () => {
  expect(tablesOf(['0001_baseline.sql'])).toEqual(expect.arrayContaining(['sos_notices', 'sos_links']));
  expect(marksWithout(['sos_notices', 'sos_links'])).toEqual(figureNames.filter((name) => name !== 'sosNoted'));
  expect(marksWithout([])).toEqual(figureNames);
});
