import { tablesOf } from './before';
import { markNames, marksWithout } from './marks';

it('marksWithout excludes the counts that read a table of these migrations', () => {
  expect(tablesOf(['0067_sos_notices.sql', '0068_sos_notices_id.sql'])).toEqual(['sos_notices', 'sos_links']);
  expect(marksWithout(['sos_notices', 'sos_links'])).toEqual(markNames.filter((name) => name !== 'sosNoted'));
  expect(marksWithout([])).toEqual(markNames);
});
