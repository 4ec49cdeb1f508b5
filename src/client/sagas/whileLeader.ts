import { call, race, take } from 'typed-redux-saga';
import { bufferedChannel, type Subscribe } from './channels';

/** Runs the work while this tab is the leader, and cancels it when another tab takes over. Ends when the work does. */
export function* whileLeader(elect: Subscribe<boolean>, work: () => Generator) {
  const turns = bufferedChannel(elect);
  try {
    let isLeader = yield* take(turns);
    while (true) {
      const { turn } = yield* race({ turn: take(turns), ...(isLeader && { work: call(work) }) });
      if (turn === undefined) return;
      isLeader = turn;
    }
  } finally {
    turns.close();
  }
}
