import type { FixCollector } from './fixCollector';
import { tokenLimit, type FixParser } from './fixParser';
import { isRecord } from './records';
import { readNumber, readTime } from './values';

const REC_LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z?)\t[^\t]*\t(.*)$/u;

/** Whether a line is one of OwnTracks' recorder: time, kind and payload, separated by tabs. */
export const isRecLine = (line: string): boolean => REC_LINE.test(line);

/** Reads the monthly logs (.rec) of OwnTracks' recorder. */
export function owntracksParser(collector: FixCollector): FixParser {
  const limit = tokenLimit();
  let rest = '';
  const readLine = (line: string): void => {
    limit.tokenEnded();
    const [, time, payload] = REC_LINE.exec(line.trim()) ?? [];
    if (time !== undefined && payload !== undefined) readPayload(collector, payload, time);
  };
  return {
    format: 'owntracks',
    write(text) {
      limit.read(text);
      const lines = text.split('\n');
      const last = lines.pop() ?? '';
      for (const line of lines) {
        readLine(rest + line);
        rest = '';
      }
      rest += last;
    },
    end() {
      readLine(rest);
    },
  };
}

function readPayload(collector: FixCollector, payload: string, time: string): void {
  try {
    readMessage(collector, JSON.parse(payload), time);
  } catch {
    collector.skip();
  }
}

/**
 * Reads a message of the app. Ignores messages without a position of the person (status, places, cards).
 * @param receivedAt when the recorder got it, for a message without a time
 */
export function readMessage(collector: FixCollector, message: unknown, receivedAt?: string): void {
  if (!isRecord(message)) return collector.skip();
  if (message['_type'] === 'encrypted') return collector.skip();
  if (message['_type'] !== 'location') return;
  collector.add({
    at: readTime(message['tst'] ?? receivedAt),
    latitude: readNumber(message['lat']),
    longitude: readNumber(message['lon']),
    accuracy: readNumber(message['acc']),
  });
}
