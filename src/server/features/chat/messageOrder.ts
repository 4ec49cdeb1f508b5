/** One message on its way into the store. */
interface Arrival {
  sequence: number;
  /** Unknown until its transaction has ended. */
  publish: (() => void) | undefined;
}

/** A message that waits for its turn to be published. */
export interface OrderedMessage {
  /** @param sequence its number; a transaction that runs again gives it another one */
  takeNumber(sequence: number): void;
  /** Ends its way into the store. @param publish runs when no message with a smaller number is still on its way */
  end(publish: () => void): void;
}

/**
 * Publishes a family's messages in the order of their numbers. Their transactions commit in that order, but in PostgreSQL
 * each answers on a connection of its own, and under load a later answer may come first. Several processes have no common
 * order: docs/decisions/chat-order.md.
 */
export function messageOrder(): (familyId: string) => OrderedMessage {
  const families = new Map<string, Set<Arrival>>();
  return (familyId) => {
    const arrivals = families.get(familyId) ?? new Set();
    families.set(familyId, arrivals);
    // Without a number yet, it comes after all that have one.
    const own: Arrival = { sequence: Number.MAX_SAFE_INTEGER, publish: undefined };
    arrivals.add(own);
    return {
      takeNumber(sequence) {
        own.sequence = sequence;
      },
      end(publish) {
        own.publish = publish;
        for (const next of [...arrivals].toSorted((one, other) => one.sequence - other.sequence)) {
          if (!next.publish) break;
          arrivals.delete(next);
          next.publish();
        }
        if (arrivals.size === 0) families.delete(familyId);
      },
    };
  };
}
