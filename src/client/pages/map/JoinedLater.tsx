import { t } from '#client/i18n/text';
import type { MemberPresence } from '#client/features/locations/presence';

interface JoinedLaterProps {
  /** The members that are listed. */
  found: readonly MemberPresence[];
  /** Whether it stands above the list, where it is shown while none of the others is seen; else below it. */
  isAbove: boolean;
}

/** Why someone who has just joined does not see others: their positions of before are not theirs to see. */
export function JoinedLater({ found, isAbove }: JoinedLaterProps) {
  const isAnySeen = found.some(({ isMe, position }) => !isMe && position);
  const isOf = ({ member, age }: MemberPresence) => age === null && member.joinedEarlier === true;
  if (isAbove === isAnySeen || !found.some(isOf)) return null;
  return <p className="panel-hint">{t('You see the others from their next position on.')}</p>;
}
