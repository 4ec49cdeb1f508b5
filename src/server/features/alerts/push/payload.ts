import { withoutTurning } from '#shared/turning';
import type { Announcement } from '../deliveries/outgoing';

/** What a notification says, and where in the app a tap on it leads. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
  /** A notification takes the place of the one with the same tag. */
  readonly tag: string;
  readonly path: string;
}

/** Longer messages are cut. */
const MESSAGE_SHOWN_LENGTH = 200;

/**
 * The words of a notification. They hold no position, address, phone number or email, because they show on locked screens.
 * @param isPrivate they name no one and nothing
 */
export function notificationText(notice: Announcement, isPrivate: boolean): NotificationText {
  const path = notice.kind === 'message' ? '/chat' : '/';
  const words = isPrivate ? privateWords(notice.kind === 'sos') : plainWords(notice);
  return {
    title: withoutTurning(words.title),
    body: withoutTurning(words.body),
    tag: notice.about,
    path,
  };
}

const privateWords = (isSos: boolean) => ({
  title: 'Kinmap',
  body: isSos ? 'Someone in your family needs help.' : 'Something new in your family.',
});

function plainWords(notice: Announcement): { title: string; body: string } {
  const { subjectName: name } = notice;
  switch (notice.kind) {
    case 'sos': {
      const { userName, message } = notice.payload;
      return { title: `SOS from ${userName}`, body: message ?? `${userName} needs help.` };
    }
    case 'arrival':
      return { title: 'Kinmap', body: `${name} entered ${notice.payload.geofenceName}` };
    case 'departure':
      return { title: 'Kinmap', body: `${name} left ${notice.payload.geofenceName}` };
    case 'message':
      return { title: name, body: cut(notice.payload.text, MESSAGE_SHOWN_LENGTH) };
  }
}

/** The first characters of a text, none of them cut in two. */
function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** RFC 8291 allows 4,096 bytes of cipher text; the header, the tag and the padding delimiter take 103. */
const PAYLOAD_MAX_BYTES = 3_993;

/** What surrounds the words of a push. */
export interface Envelope {
  /** Origin of the app's pages on the device. */
  readonly origin: string;
  /** With which the device confirms it; none for a test. */
  readonly receipt?: string;
  /** The device does not show it while one of its pages is visible. */
  readonly unlessSeen: boolean;
  /** Unread alerts of the recipient. */
  readonly badge: number;
  /** The form that Apple's browsers show without the service worker as well. */
  readonly isDeclarative: boolean;
}

/** The JSON of a push. A body that is too long is cut. */
export function pushPayload(text: NotificationText, envelope: Envelope): string {
  const json = toJson(text, envelope);
  const surplus = Buffer.byteLength(json) - PAYLOAD_MAX_BYTES;
  if (surplus <= 0) return json;
  // A character takes at least one byte, so this ends.
  const shorter = cut(text.body, Array.from(text.body).length - Math.ceil(surplus / 12));
  return pushPayload({ ...text, body: shorter }, envelope);
}

function toJson({ title, body, tag, path }: NotificationText, envelope: Envelope): string {
  const { origin, receipt, unlessSeen, badge, isDeclarative } = envelope;
  return JSON.stringify({
    ...(isDeclarative ? { web_push: 8030, mutable: true } : {}),
    notification: {
      title,
      body,
      tag,
      navigate: origin + path,
      data: { v: 1, receipt, answers: [], unlessSeen },
    },
    app_badge: badge,
  });
}
