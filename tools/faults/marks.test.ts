import { tablesOf } from './before';
import { markNames, marksWithout } from './marks';

it('the marks that only one release leaves are those that read a table of its migrations', () => {
  expect(tablesOf(['0067_sos_notices.sql', '0068_sos_notices_id.sql'])).toEqual(['sos_notices', 'sos_links']);
  expect(marksWithout(['sos_notices', 'sos_links'])).toEqual(markNames.filter((name) => name !== 'sosNoted'));
  expect(marksWithout([])).toEqual(markNames);
});
