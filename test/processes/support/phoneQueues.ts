import { setTimeout as wait } from 'node:timers/promises';
import type { PhoneApp } from '#contract/phones';
import { type SimulatedFix, type SimulatedRequest, simulatedRequests } from '../../support/phoneSimulator';

/** How long an app waits before it sends again what was not taken. */
const RETRY_MS = 100;
/** Positions in a batch of Overland. */
const BATCH = 15;

/** What an app has sent and what it was answered. */
export interface QueueLog {
  /** Status of each answer; 0 where the connection failed. */
  readonly statuses: number[];
  readonly answers: string[];
}

export const newQueueLog = (): QueueLog => ({ statuses: [], answers: [] });

/** The requests with which an app empties its queue. */
export function queueOf(app: PhoneApp, key: string, fixes: readonly SimulatedFix[]): SimulatedRequest[] {
  if (app !== 'overland') return simulatedRequests(app, key, fixes);
  const requests: SimulatedRequest[] = [];
  for (let from = 0; from < fixes.length; from += BATCH)
    requests.push(...simulatedRequests(app, key, fixes.slice(from, from + BATCH)));
  return requests;
}

/** Sends the queue as the apps do: what is not taken stays at its head and is sent again. */
export async function emptyQueue(
  origin: string,
  queue: readonly SimulatedRequest[],
  log: QueueLog,
): Promise<void> {
  for (const request of queue) while (!(await isTaken(origin, request, log))) await wait(RETRY_MS);
}

async function isTaken(
  origin: string,
  { path, ...request }: SimulatedRequest,
  { statuses, answers }: QueueLog,
): Promise<boolean> {
  try {
    const answer = await fetch(origin + path, request);
    statuses.push(answer.status);
    answers.push(await answer.text());
    return answer.ok;
  } catch {
    statuses.push(0);
    return false;
  }
}
