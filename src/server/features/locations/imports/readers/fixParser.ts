import { DomainError } from '#server/domainError';

export type ImportFormat =
  | 'gpx'
  | 'kml'
  | 'geojson'
  | 'csv'
  | 'googleRecords'
  | 'googleSemantic'
  | 'googlePhone'
  | 'owntracks'
  | 'overland';

/**
 * Parses a file that arrives piece by piece, and gives what it finds to a collector. Any error that it throws means that
 * the file is broken.
 */
export interface FixParser {
  /** undefined while what was read fits several formats. */
  readonly format: ImportFormat | undefined;
  write(text: string): void | Promise<void>;
  /** @throws when the file is cut off */
  end(): void | Promise<void>;
}

/** Deeper files are not made by any recorder. */
export const DEPTH_MAX = 100;
/** Longest token or line; what is longer would fill the memory. */
const TOKEN_MAX_CHARACTERS = 1_048_576;

/** Notices a token that does not end: the parsers keep the whole token in memory. */
export interface TokenLimit {
  /** Called with each piece before it is parsed. @throws DomainError 400 import_unreadable */
  read(text: string): void;
  /** Called with each token. */
  tokenEnded(): void;
}

/** @param most characters of a token */
export function tokenLimit(most = TOKEN_MAX_CHARACTERS): TokenLimit {
  let characters = 0;
  return {
    read(text) {
      if (characters > most) throw new DomainError('import_unreadable');
      characters += text.length;
    },
    tokenEnded() {
      characters = 0;
    },
  };
}
