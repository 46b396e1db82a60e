import { testNoViolations } from '../../support/axePages';
import { test } from '../../support/fixtures';
import { testForeignChanges } from '../../support/foreignChanges';
import { testLargeText } from '../../support/largeText';

test.describe.configure({ mode: 'parallel' });
testNoViolations('mf-public');
testLargeText('mf-public');
testForeignChanges('mf-public');
