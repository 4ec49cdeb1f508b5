/** Reads the elements of one XML format. Names have no prefix, because files use any prefix for the same namespace. */
export interface XmlReader {
  /**
   * @param parents names of the elements around it, the root first
   * @returns whether `close` needs its text
   */
  open(name: string, attributes: Record<string, string>, parents: readonly string[]): boolean;
  /** @param text undefined when `open` returned false */
  close(name: string, text: string | undefined, parents: readonly string[]): void;
}
