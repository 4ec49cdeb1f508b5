import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** The browser's passkeys. The options are the server's. */
export interface Passkeys {
  isSupported(): boolean;
  /** Makes a passkey. Rejects when the user cancels. */
  create(options: unknown): Promise<PasskeyAnswer>;
  /** Asks for a passkey. Rejects when the user cancels. */
  get(options: unknown): Promise<PasskeyAnswer>;
}

/** What the browser answers; the server reads it. */
export type PasskeyAnswer = { readonly id: string };

const library = () => import('./passkeyLibrary');

/** Passkeys by a library that loads with the first use. */
export function createPasskeys(): Passkeys {
  return {
    isSupported: () => 'PublicKeyCredential' in globalThis,
    async create(options) {
      const { startRegistration } = await library();
      const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
      return startRegistration({ optionsJSON });
    },
    async get(options) {
      const { startAuthentication } = await library();
      const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
      return startAuthentication({ optionsJSON });
    },
  };
}
