import { writeFileSync } from 'node:fs';
import { allMessages, CATALOG } from './messages';

writeFileSync(CATALOG, `${JSON.stringify(allMessages(), null, 2)}\n`);
