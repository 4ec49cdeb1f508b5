/** A piece of an attribution: text, with a link where there is a place to go. */
export interface AttributionPart {
  text: string;
  href?: string | undefined;
}

const NAME = 'OpenStreetMap';
const COPYRIGHT_PAGE = 'https://www.openstreetmap.org/copyright';

/**
 * A configured attribution as pieces. Everything in it is text, markup too; only the name of OpenStreetMap becomes the
 * link that its licence asks for.
 */
export function attributionParts(text: string): AttributionPart[] {
  return text
    .split(new RegExp(`(${NAME})`, 'u'))
    .filter((piece) => piece !== '')
    .map((piece) => (piece === NAME ? { text: piece, href: COPYRIGHT_PAGE } : { text: piece }));
}
