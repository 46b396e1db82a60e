import { configure } from '@testing-library/react';

// What a mutant keeps from appearing is waited for by many tests: a few seconds tell as much as the wide wait of the suite.
configure({ asyncUtilTimeout: 4000 });
