import { configure } from '@testing-library/react';

// Many tests wait for an element that a mutant prevents: a few seconds suffice instead of the suite's long limit.
configure({ asyncUtilTimeout: 4000 });
