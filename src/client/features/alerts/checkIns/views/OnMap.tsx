import { CheckInControl } from './CheckInControl';
import type { CheckInDialogProps } from './CheckInDialog';
import { CheckInNotices } from './CheckInNotices';
import { MemberCheckIn } from './MemberCheckIn';
import './check-ins.css';

export interface CheckInPartProps extends CheckInDialogProps {
  part: 'control' | 'notices' | 'row';
  /** Of a row: the member. */
  userId?: string;
}

/** What the map shows of check-ins: one bundle, loaded after the map. */
export function CheckInPart({ part, userId = '', instead }: CheckInPartProps) {
  switch (part) {
    case 'control':
      return <CheckInControl instead={instead} />;
    case 'notices':
      return <CheckInNotices />;
    case 'row':
      return <MemberCheckIn userId={userId} />;
  }
}
