import { noViolationOn } from '../../support/axePages';

noViolationOn('mf-account');
