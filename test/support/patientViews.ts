import { configure } from '@testing-library/react';

// A busy machine may take longer than the usual second to show what a test waits for.
configure({ asyncUtilTimeout: 20_000 });
