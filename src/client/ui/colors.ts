/** A person's colour: the same on every screen and device, because it follows from the ids of the family's members. */
export interface PersonColor {
  /** Ring, avatar, track and halo, in light and dark alike; white text on it has 4.5:1 or better. */
  fill: string;
  /** Text on a light surface with 4.5:1 or better. */
  inkLight: string;
  /** Text on a dark surface with 4.5:1 or better. */
  inkDark: string;
}

const FIRST: PersonColor = { fill: '#0b7a8c', inkLight: '#0a6675', inkDark: '#5fd0e0' };

/** No red among them: red belongs to SOS. */
export const PERSON_COLORS: readonly PersonColor[] = [
  FIRST,
  { fill: '#a8560a', inkLight: '#8f4807', inkDark: '#f5b26b' },
  { fill: '#7a4fd0', inkLight: '#6b41bf', inkDark: '#c4adff' },
  { fill: '#2f7d3b', inkLight: '#286a32', inkDark: '#86d893' },
  { fill: '#b83280', inkLight: '#a0296e', inkDark: '#f79ccb' },
  { fill: '#2868c4', inkLight: '#2159a9', inkDark: '#93bfff' },
  { fill: '#7d6608', inkLight: '#685506', inkDark: '#e0c65a' },
  { fill: '#8a5644', inkLight: '#784a3a', inkDark: '#e3b3a2' },
  { fill: '#4d6a80', inkLight: '#425c70', inkDark: '#a9c6da' },
  { fill: '#96409f', inkLight: '#84368c', inkDark: '#e2a4ea' },
];

/** The stable colour of one person. */
export function colorFor(id: string): PersonColor {
  return PERSON_COLORS[hash(id) % PERSON_COLORS.length] ?? FIRST;
}

/**
 * The colours of a whole family, all different as long as there are enough: who comes later in the list steps aside.
 * Pass the members in the order in which they joined, so that no color changes when another member joins.
 */
export function colorsFor(ids: readonly string[]): Record<string, PersonColor> {
  const taken = new Set<PersonColor>();
  const colors: Record<string, PersonColor> = {};
  for (const id of ids) {
    const color = firstFree(hash(id), taken);
    taken.add(color);
    colors[id] = color;
  }
  return colors;
}

function firstFree(start: number, taken: ReadonlySet<PersonColor>): PersonColor {
  const wanted = PERSON_COLORS[start % PERSON_COLORS.length] ?? FIRST;
  for (let step = 0; step < PERSON_COLORS.length; step += 1) {
    const color = PERSON_COLORS[(start + step) % PERSON_COLORS.length];
    if (color && !taken.has(color)) return color;
  }
  return wanted;
}

// FNV-1a: ids that differ in their last character only (1, 2, 3...) still land far apart.
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
}

/** Up to two letters for a name without a picture: first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = firstLetter(words[0]);
  const last = words.length > 1 ? firstLetter(words[words.length - 1]) : '';
  return `${first}${last}`.toUpperCase() || '?';
}

function firstLetter(word: string | undefined): string {
  return word ? (Array.from(word)[0] ?? '') : '';
}
