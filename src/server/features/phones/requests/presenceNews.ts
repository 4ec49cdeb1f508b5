import type { PresenceService } from '#server/features/locations/presence/service';

/** Viewers hear of a phone that sends many times a second at most this often. */
const EVERY_MS = 3_000;

/** Publishes that a person was heard: at once, and of what follows within 3 s only the last. */
export function presenceNews({ publish }: Pick<PresenceService, 'publish'>) {
  /** Whether something came meanwhile, by person. */
  const meanwhile = new Map<string, boolean>();

  async function publishNow(userId: string): Promise<void> {
    meanwhile.set(userId, false);
    setTimeout(() => {
      const isNews = meanwhile.get(userId) === true;
      meanwhile.delete(userId);
      if (isNews) void publishNow(userId);
    }, EVERY_MS).unref();
    await publish(userId);
  }

  return async (userId: string): Promise<void> => {
    if (meanwhile.has(userId)) meanwhile.set(userId, true);
    else await publishNow(userId);
  };
}
