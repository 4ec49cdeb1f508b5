import { CheckInControl } from './CheckInControl';
import { CheckInNotices } from './CheckInNotices';
import { MemberCheckIn } from './MemberCheckIn';
import './check-ins.css';

export interface CheckInPartProps {
  part: 'control' | 'notices' | 'row';
  /** Of a row: the member. */
  userId?: string;
}

/** What the map shows of check-ins: one bundle, loaded after the map. */
export function CheckInPart({ part, userId = '' }: CheckInPartProps) {
  switch (part) {
    case 'control':
      return <CheckInControl />;
    case 'notices':
      return <CheckInNotices />;
    case 'row':
      return <MemberCheckIn userId={userId} />;
  }
}
