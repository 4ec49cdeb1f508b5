/** What is shown once, and never again. Secrets, so they are kept out of the store and of action logs. */
export interface ShownSecret {
  /** For an authenticator app: to type in, and as a QR code. */
  readonly totp?: { readonly secret: string; readonly uri: string };
  readonly recoveryCodes?: readonly string[];
  /** What connects a phone. */
  readonly phone?: {
    /** Of the server that the phone sends to, without a trailing slash. */
    readonly origin: string;
    /** Exchanges its ticket for a key; for a QR code. */
    readonly connectLink?: string | undefined;
    readonly key?: string | undefined;
    readonly profileTicket?: string | undefined;
  };
}

/** Holds the secret that a page shows. */
export interface ShownSecrets {
  show(secret: ShownSecret | null): void;
  get(): ShownSecret | null;
  /** Calls back after every change. */
  subscribe(handler: () => void): () => void;
}

/** Keeps it in memory only. */
export function createShownSecrets(): ShownSecrets {
  let shown: ShownSecret | null = null;
  const handlers = new Set<() => void>();
  return {
    show(secret) {
      shown = secret;
      handlers.forEach((handler) => handler());
    },
    get: () => shown,
    subscribe(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
}
