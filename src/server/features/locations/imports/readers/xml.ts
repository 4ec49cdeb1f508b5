import { SaxesParser } from 'saxes';
import { DomainError } from '#server/domainError';
import type { FixCollector } from './fixCollector';
import { DEPTH_MAX, tokenLimit, type FixParser } from './fixParser';
import { gpxReader } from './gpx';
import { kmlReader } from './kml';
import type { XmlReader } from './xmlReader';

const READERS = { gpx: gpxReader, kml: kmlReader };
/** Longer texts are no time, number or position. */
const TEXT_MAX_CHARACTERS = 1000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads GPX and KML. Entities of a document type are not expanded, and nothing else is loaded. */
export function xmlParser(collector: FixCollector): FixParser {
  const limit = tokenLimit();
  const parents: string[] = [];
  let format: keyof typeof READERS | undefined;
  let reader: XmlReader | undefined;
  let text: string | undefined;
  // The texts of elements inside the one whose text is wanted are no part of it.
  let textDepth = 0;

  const xml = new SaxesParser({ xmlns: false, position: false });
  xml.on('error', (error) => {
    throw error;
  });
  xml.on('opentag', ({ name, attributes }) => {
    limit.tokenEnded();
    if (parents.length >= DEPTH_MAX) throw new DomainError('import_unreadable');
    const local = localName(name);
    if (!reader) {
      format = formatOf(local);
      reader = READERS[format](collector);
    }
    if (reader.open(local, attributes, parents)) {
      text = '';
      textDepth = parents.length + 1;
    }
    parents.push(local);
  });
  const addText = (part: string): void => {
    limit.tokenEnded();
    if (text === undefined || parents.length !== textDepth) return;
    text = (text + part).slice(0, TEXT_MAX_CHARACTERS);
  };
  xml.on('text', addText);
  xml.on('cdata', addText);
  xml.on('closetag', ({ name }) => {
    limit.tokenEnded();
    const isWanted = parents.length === textDepth;
    parents.pop();
    reader?.close(localName(name), isWanted ? text : undefined, parents);
    if (isWanted) {
      text = undefined;
      textDepth = 0;
    }
  });

  return {
    get format() {
      return format;
    },
    write(piece) {
      limit.read(piece);
      xml.write(piece);
    },
    end() {
      xml.close();
    },
  };
}

function formatOf(root: string): keyof typeof READERS {
  const name = root.toLowerCase();
  if (name === 'gpx' || name === 'kml') return name;
  throw new DomainError('import_format_unknown');
}
