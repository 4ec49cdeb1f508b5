/** A message whose transaction has begun and that is not published yet. */
interface PendingMessage {
  sequence: number;
  /** Unknown until its transaction has ended. */
  publish: (() => void) | undefined;
}

/** A message that waits for its turn to be published. */
export interface OrderedMessage {
  /** @param sequence its number; a transaction that runs again gives it another one */
  takeNumber(sequence: number): void;
  /** Its transaction has ended. @param publish runs when no message with a smaller number is still pending */
  end(publish: () => void): void;
}

/**
 * Publishes a family's messages in the order of their numbers. Their transactions commit in that order, but in PostgreSQL
 * each answers on a connection of its own, and under load a later answer may come first. Several processes have no common
 * order: docs/decisions/chat-order.md.
 */
export function messageOrder(): (familyId: string) => OrderedMessage {
  const families = new Map<string, Set<PendingMessage>>();
  return (familyId) => {
    const pending = families.get(familyId) ?? new Set();
    families.set(familyId, pending);
    // Without a number yet, it comes after all that have one.
    const own: PendingMessage = { sequence: Number.MAX_SAFE_INTEGER, publish: undefined };
    pending.add(own);
    const publishReady = (): void => {
      for (const next of [...pending].toSorted((one, other) => one.sequence - other.sequence)) {
        if (!next.publish) break;
        pending.delete(next);
        next.publish();
      }
      if (pending.size === 0) families.delete(familyId);
    };
    return {
      takeNumber(sequence) {
        own.sequence = sequence;
        publishReady();
      },
      end(publish) {
        own.publish = publish;
        publishReady();
      },
    };
  };
}
