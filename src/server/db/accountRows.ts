/** A moment as stored: epoch milliseconds. */
export type Milliseconds = number;
/** SQLite has no booleans. */
export type Flag = 0 | 1;

export interface UserRow {
  id: string;
  name: string;
  /** Trimmed, lower case, unique. */
  email: string;
  /** Null until it is changed for the first time. */
  email_changed_at: Milliseconds | null;
  phone: string | null;
  /** Whether the members of the user's families may see the number. */
  shares_phone: Flag;
  profile_image: string | null;
  /** PHC string of argon2id. */
  password_hash: string;
  /** Tokens that carry another version are invalid. */
  token_version: number;
  created_at: Milliseconds;
  /** What OwnTracks calls the person; null until it does. */
  phone_tid: string | null;
}

/** A sign-in of a person, which lasts until it is ended or its token expires. */
export interface SessionRow {
  /** The token carries it as `sid`. For a token of an older release, without `sid`, it is a hash of the token. */
  id: string;
  user_id: string;
  /** The browser that signed in, known by its cookie; null for clients that keep no cookie. */
  browser_id: string | null;
  created_at: Milliseconds;
  /** Written at most once a minute. */
  last_used_at: Milliseconds;
  address: string;
  user_agent: string;
  /** Set instead of deleting the row when the token carries no `sid`: its next use would create the row again. */
  ended_at: Milliseconds | null;
  /** When it last passed the second factor of the account. */
  factor_passed_at: Milliseconds | null;
  /** When the user removed the pushes of its browser; null while they are on, and where they were never removed. */
  pushes_removed_at: Milliseconds | null;
}

/** A second step of the sign-in. */
export interface FactorRow {
  id: string;
  user_id: string;
  kind: 'totp' | 'passkey';
  /** The session that started the setup; only this one can confirm it. */
  session_id: string | null;
  created_at: Milliseconds;
  /** Null until an authenticator app has given its first code. */
  confirmed_at: Milliseconds | null;
  last_used_at: Milliseconds | null;
  /** Base 32; for `totp`. */
  totp_secret: string | null;
  /** Time step of the newest accepted code. */
  totp_step: number | null;
  /** Base64url; for `passkey`. */
  credential_id: string | null;
  /** COSE key as base64url; for `passkey`. */
  public_key: string | null;
  /** The signature counter that the passkey reported last; for `passkey`. */
  counter: number | null;
}

/** A code that replaces a factor once. */
export interface RecoveryCodeRow {
  user_id: string;
  hash: string;
}

/** A challenge that a client has to answer with a factor. */
export interface FactorChallengeRow {
  /** 256 random bits, base64url. */
  id: string;
  user_id: string;
  /** A sign-in after the password, a change of the account, or a new passkey. */
  purpose: 'signIn' | 'change' | 'passkey';
  /** The session that asked; null at sign-in. */
  session_id: string | null;
  /** Whom limits count the challenge for: the session, or at sign-in the known browser or the address. */
  client: string;
  /** Of the account when the password of a sign-in was right; another password changes it. null: not at sign-in. */
  token_version: number | null;
  created_at: Milliseconds;
  expires_at: Milliseconds;
}

/** A link that was sent by email, or printed by the operator's command. */
export interface AccountLinkRow {
  /** SHA-256 of its 128 random bits, base64url. */
  token_hash: string;
  user_id: string;
  /** Sets a new password, confirms a new email, or restores the former one. */
  purpose: 'password' | 'confirmEmail' | 'undoEmail';
  /** The new or former email; null for a password. */
  email: string | null;
  created_at: Milliseconds;
  expires_at: Milliseconds;
}

/** A former email address of an account, which no other account can register for a while. */
export interface ReservedEmailRow {
  email: string;
  user_id: string;
  reserved_until: Milliseconds;
}

/** The picture of one person. */
export interface PictureRow {
  /** Part of its address: 128 random bits, new with every picture. */
  name: string;
  user_id: string;
  /** Media type by content. */
  type: string;
  /** Base64. */
  data: string;
  created_at: Milliseconds;
}
