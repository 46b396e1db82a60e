import { noViolationOn } from '../../support/axePages';
import { test } from '../../support/fixtures';
import { worksWhileOthersChange } from '../../support/foreignChanges';
import { largeTextFitsOn } from '../../support/largeText';

test.describe.configure({ mode: 'parallel' });
noViolationOn('mf-jobs');
largeTextFitsOn('mf-jobs');
worksWhileOthersChange('mf-jobs');
