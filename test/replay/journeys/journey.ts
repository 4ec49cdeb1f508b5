import type { Person } from '../../journey/people';

/** Two people with accounts, in pages that record. */
export interface Stage {
  ana: Person;
  ben: Person;
  /** Where the server is. */
  origin: string;
}

/** Something that people do with the app, of which one person's log is kept. */
export interface Journey {
  /** Name of its files. */
  name: string;
  /** What happens, in a sentence. */
  about: string;
  recorded: 'ana' | 'ben';
  /** Both begin signed out, on no page. */
  play(stage: Stage): Promise<void>;
}
