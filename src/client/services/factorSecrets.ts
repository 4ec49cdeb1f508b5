/** What is shown once while a second factor is added. Secrets, so they are kept out of the store and of action logs. */
export interface FactorSecret {
  /** For an authenticator app: to type in, and as a QR code. */
  readonly totp?: { readonly secret: string; readonly uri: string };
  readonly recoveryCodes?: readonly string[];
}

/** Holds the secret that the account page shows. */
export interface FactorSecrets {
  show(secret: FactorSecret | null): void;
  get(): FactorSecret | null;
  /** Calls back after every change. */
  subscribe(handler: () => void): () => void;
}

/** Keeps it in memory only. */
export function createFactorSecrets(): FactorSecrets {
  let shown: FactorSecret | null = null;
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
